// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.layout;

import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.EscapedBytes;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.RowRange;
import io.orrery.storage.KeyRange;
import java.util.Arrays;

/// The keys of the store.
///
/// ```
/// META   02 container ordinal                         partition state
///        03 container ordinal                         partition settings
/// ITEMS  container 10 position pk row                 item
///        container 20 position pk                     logical partition: counters, last change
///        container 30 position pk constraint values   unique key, its owner's row key
///        container 40 position pk                     ranges of rows that were deleted
/// INDEX  container ordinal 10 path value rid          term, its item's key; a long path is folded
///        container ordinal 20 composite values rid    term of a composite or declared index, its
///                                                     item's key
///        container ordinal 28 declared rid            item with several terms in a declared index
///        container ordinal 30 deadline rid            time to live, its item's key
/// FEED   container ordinal 10 lsn index               change
///        container ordinal 20 lsn index               what the change wrote, once it is superseded
/// ```
///
/// Container and ordinal take four bytes each. META keys starting with 01 belong to the catalog,
/// those with 04 to the notes of the machine.
public final class Layout {
  private static final int STATE = 0x02;
  private static final int SETTINGS = 0x03;

  private static final int ITEM = 0x10;
  private static final int COUNTERS = 0x20;
  private static final int UNIQUE = 0x30;
  private static final int ROW_DELETIONS = 0x40;

  private static final int TERM = 0x10;
  private static final int COMPOSITE = 0x20;
  private static final int MULTIPLE = 0x28;
  private static final int DEADLINE = 0x30;

  private static final int CHANGE = 0x10;
  private static final int IMAGE = 0x20;

  /// Behind the numbers of all unique keys that a container has from its beginning.
  private static final int DECLARED_CONSTRAINT = 0xFF;

  /// Bytes in front of the item key in ITEMS.
  private static final int ITEM_PREFIX = Integer.BYTES + 1;

  /// Bytes in front of a term, deadline or change in INDEX and FEED.
  public static final int SPACE_PREFIX = 2 * Integer.BYTES + 1;

  private Layout() {}

  public static byte[] state(PartitionId partition) {
    return meta(STATE, partition);
  }

  public static byte[] settings(PartitionId partition) {
    return meta(SETTINGS, partition);
  }

  private static byte[] meta(int kind, PartitionId partition) {
    ByteWriter out = new ByteWriter(SPACE_PREFIX).writeByte(kind);
    partition.write(out);
    return out.toByteArray();
  }

  public static byte[] item(int container, ItemKey key) {
    return keyed(container, ITEM, key.encoded(), key.encoded().length);
  }

  /// The item key inside a key of ITEMS.
  public static ItemKey itemKey(byte[] storeKey) {
    return itemKey(storeKey, storeKey.length);
  }

  /// The key in the first `length` bytes, of which it keeps none.
  public static ItemKey itemKey(byte[] storeKey, int length) {
    if (length < ITEM_PREFIX) {
      throw OrreryException.corrupted("an item's key is too short");
    }
    return ItemKey.decode(Arrays.copyOfRange(storeKey, ITEM_PREFIX, length));
  }

  /// How an item's encoded key compares with a point of the ring; never 0, because a point stands
  /// in front of the keys at it.
  public static int compare(byte[] itemKey, EffectivePartitionKey point) {
    ByteWriter bound = new ByteWriter(point.bytes().length + 8);
    EscapedBytes.writeOpen(bound, point.bytes());
    int order = Arrays.compareUnsigned(itemKey, 0, itemKey.length, bound.array(), 0, bound.size());
    return order < 0 ? -1 : 1;
  }

  /// Whether an item with this encoded key lies in the range.
  public static boolean isInside(byte[] itemKey, HashRange range) {
    return compare(itemKey, range.min()) > 0 && compare(itemKey, range.max()) < 0;
  }

  /// All items with hashes in the range.
  public static KeyRange items(int container, HashRange range) {
    return hashed(container, ITEM, range);
  }

  /// All items of the logical partition of `key`, in the order of their row keys.
  public static KeyRange logicalPartition(int container, ItemKey key) {
    // The partition key ends with a byte that stands nowhere else in one: no other key shares the
    // prefix, and whatever bytes a row key has, it is behind it.
    return KeyRange.prefix(keyed(container, ITEM, key.encoded(), key.logicalLength()));
  }

  /// The items of the logical partition of `key` whose row keys are in the range.
  public static KeyRange rows(int container, ItemKey key, RowRange rows) {
    return new KeyRange(
        item(container, key.withRowKey(rows.from())),
        rows.to() == null
            ? logicalPartition(container, key).to()
            : item(container, key.withRowKey(rows.to())));
  }

  public static byte[] rowDeletions(int container, ItemKey key) {
    return keyed(container, ROW_DELETIONS, key.encoded(), key.logicalLength());
  }

  public static byte[] counters(int container, ItemKey key) {
    return keyed(container, COUNTERS, key.encoded(), key.logicalLength());
  }

  /// The counters of all logical partitions with hashes in the range, in ring order.
  public static KeyRange counters(int container, HashRange range) {
    return hashed(container, COUNTERS, range);
  }

  public static byte[] unique(int container, ItemKey key, int constraint, byte[] values) {
    ByteWriter out = new ByteWriter(ITEM_PREFIX + key.logicalLength() + values.length + 1);
    out.writeInt(container).writeByte(UNIQUE);
    out.writeBytes(key.encoded(), 0, key.logicalLength());
    return out.writeByte(constraint).writeBytes(values).toByteArray();
  }

  /// The same for a declared index, of which there may be any number over time.
  public static byte[] uniqueEntry(int container, ItemKey key, int index, byte[] values) {
    ByteWriter out = new ByteWriter(values.length + 4).writeVarint(index).writeBytes(values);
    return unique(container, key, DECLARED_CONSTRAINT, out.toByteArray());
  }

  public static KeyRange uniques(int container, HashRange range) {
    return hashed(container, UNIQUE, range);
  }

  /// Everything in INDEX or FEED that belongs to the partition.
  public static KeyRange space(PartitionId partition) {
    ByteWriter out = new ByteWriter(2 * Integer.BYTES);
    partition.write(out);
    return KeyRange.prefix(out.toByteArray());
  }

  /// Everything in ITEMS, INDEX or FEED that belongs to the container.
  public static KeyRange container(int container) {
    return KeyRange.prefix(new ByteWriter(Integer.BYTES).writeInt(container).toByteArray());
  }

  /// The key in INDEX that stands in the partition's space at `relative`: what follows container
  /// and ordinal there, the same in every partition of a container.
  public static byte[] inSpace(PartitionId partition, byte[] relative) {
    ByteWriter out = new ByteWriter(2 * Integer.BYTES + relative.length);
    partition.write(out);
    return out.writeBytes(relative).toByteArray();
  }

  /// What follows container and ordinal in a key of INDEX.
  public static byte[] relative(byte[] indexKey) {
    if (indexKey.length < 2 * Integer.BYTES) {
      throw OrreryException.corrupted("a key of the index is too short");
    }
    return Arrays.copyOfRange(indexKey, 2 * Integer.BYTES, indexKey.length);
  }

  /// The start of a relative term's key; path and value follow, then the rid.
  public static ByteWriter relativeTerm() {
    return new ByteWriter(64).writeByte(TERM);
  }

  public static ByteWriter relativeComposite(int index) {
    return new ByteWriter(64).writeByte(COMPOSITE).writeVarint(index);
  }

  /// Under this stand the rids of items that have several entries in a declared index.
  public static ByteWriter relativeMultiple(int index) {
    return new ByteWriter(16).writeByte(MULTIPLE).writeVarint(index);
  }

  public static ByteWriter relativeDeadline(long epochMillis) {
    return new ByteWriter(1 + Long.BYTES).writeByte(DEADLINE).writeLong(epochMillis);
  }

  /// The deadlines from one time up to, not including, another.
  public static KeyRange deadlines(PartitionId partition, long fromMillis, long toMillis) {
    return new KeyRange(
        deadline(partition, fromMillis).toByteArray(), deadline(partition, toMillis).toByteArray());
  }

  private static ByteWriter deadline(PartitionId partition, long epochMillis) {
    return space(partition, DEADLINE, SPACE_PREFIX + 16).writeLong(epochMillis);
  }

  /// The time in the key of a deadline.
  public static long deadline(byte[] indexKey) {
    if (indexKey.length < SPACE_PREFIX) {
      throw OrreryException.corrupted("a deadline's key is too short");
    }
    return new ByteReader(indexKey, SPACE_PREFIX, indexKey.length).readLong();
  }

  public static byte[] change(PartitionId partition, ItemVersion version) {
    return versioned(partition, CHANGE, version);
  }

  public static byte[] image(PartitionId partition, ItemVersion version) {
    return versioned(partition, IMAGE, version);
  }

  /// The changes with LSNs above `lsnAfter`, up to and including `lsnUpTo`.
  public static KeyRange changes(PartitionId partition, long lsnAfter, long lsnUpTo) {
    return new KeyRange(
        versioned(partition, CHANGE, new ItemVersion(lsnAfter + 1, 0)),
        versioned(partition, CHANGE, new ItemVersion(lsnUpTo + 1, 0)));
  }

  /// All images of the partition.
  public static KeyRange images(PartitionId partition) {
    return KeyRange.prefix(space(partition, IMAGE, SPACE_PREFIX).toByteArray());
  }

  /// The version in the key of a change or image.
  public static ItemVersion version(byte[] feedKey) {
    if (feedKey.length < SPACE_PREFIX) {
      throw OrreryException.corrupted("a key of the feed is too short");
    }
    ByteReader in = new ByteReader(feedKey, SPACE_PREFIX, feedKey.length);
    long lsn = in.readLong();
    int index = in.readByte() << 8 | in.readByte();
    in.requireEnd();
    if (lsn < 0) {
      throw OrreryException.corrupted("a key of the feed has a negative LSN");
    }
    return new ItemVersion(lsn, index);
  }

  private static byte[] versioned(PartitionId partition, int kind, ItemVersion version) {
    return space(partition, kind, SPACE_PREFIX + 10)
        .writeLong(version.lsn())
        .writeByte(version.index() >> 8)
        .writeByte(version.index())
        .toByteArray();
  }

  private static ByteWriter space(PartitionId partition, int kind, int capacity) {
    ByteWriter out = new ByteWriter(capacity);
    partition.write(out);
    return out.writeByte(kind);
  }

  private static byte[] keyed(int container, int kind, byte[] key, int length) {
    return new ByteWriter(ITEM_PREFIX + length)
        .writeInt(container)
        .writeByte(kind)
        .writeBytes(key, 0, length)
        .toByteArray();
  }

  private static KeyRange hashed(int container, int kind, HashRange range) {
    ByteWriter from = new ByteWriter().writeInt(container).writeByte(kind);
    EscapedBytes.writeOpen(from, range.min().bytes());
    ByteWriter to = new ByteWriter().writeInt(container).writeByte(kind);
    EscapedBytes.writeOpen(to, range.max().bytes());
    return new KeyRange(from.toByteArray(), to.toByteArray());
  }
}
