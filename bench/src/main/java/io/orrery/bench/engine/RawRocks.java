// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.partition.indexing.EntryKeys;
import io.orrery.partition.indexing.IndexTerms;
import io.orrery.partition.layout.PartitionId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// RocksDB as somebody would use it directly: two families, LZ4, a Bloom filter, native group
/// commit.
public final class RawRocks implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private final LRUCache cache = new LRUCache(256L << 20);
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final DBOptions options =
      new DBOptions()
          .setCreateIfMissing(true)
          .setCreateMissingColumnFamilies(true)
          .setMaxBackgroundJobs(2);
  private final ColumnFamilyOptions familyOptions =
      new ColumnFamilyOptions()
          .setCompressionType(CompressionType.LZ4_COMPRESSION)
          .setWriteBufferSize(64L << 20)
          .setTableFormatConfig(
              new BlockBasedTableConfig()
                  .setBlockCache(cache)
                  .setFilterPolicy(new BloomFilter(10)));
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final RocksDB database;

  public RawRocks(Path directory) throws RocksDBException {
    List<ColumnFamilyDescriptor> descriptors =
        List.of(
            new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, familyOptions),
            new ColumnFamilyDescriptor("index".getBytes(StandardCharsets.UTF_8), familyOptions));
    database = RocksDB.open(options, directory.toString(), descriptors, families);
  }

  /// The keys of the index entries that the engine would write for an item.
  public static List<byte[]> indexKeys(IndexTerms terms, PartitionId space, byte[] body, long rid) {
    EntryKeys keys = new EntryKeys(space, rid, 0, EntryKeys.Room.UNLIMITED);
    return List.copyOf(keys.finish(terms.addTo(keys, body, 0)));
  }

  public void write(byte[] itemKey, byte[] item, List<byte[]> indexKeys, byte[] indexValue)
      throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(families.get(0), itemKey, item);
      for (byte[] key : indexKeys) {
        batch.put(families.get(1), key, indexValue);
      }
      database.write(synced, batch);
    }
  }

  byte[] read(byte[] itemKey) throws RocksDBException {
    byte[] value = database.get(families.get(0), itemKey);
    if (value == null) {
      throw new IllegalStateException("an item is missing");
    }
    return value;
  }

  @Override
  public void close() {
    families.forEach(ColumnFamilyHandle::close);
    database.close();
    synced.close();
    familyOptions.close();
    options.close();
    cache.close();
  }
}
