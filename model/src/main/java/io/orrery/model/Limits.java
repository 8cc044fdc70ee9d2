// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Every limit of the engine. The defaults are the numbers of Cosmos DB, so that a program sees
/// here what it would see there; settings and tests may choose others by name.
///
/// Immutable. A limit is always positive, and those that count things held in memory fit an int.
public final class Limits {

  /// What is limited; the comment says by which number in Cosmos, and where it is observed.
  public enum Name {
    /// 2 MB of UTF-8 JSON; 413 above.
    ITEM_BYTES(mebibytes(2), Integer.MAX_VALUE),
    /// 1023 bytes of UTF-8 in an item's id; 400 above.
    ID_BYTES(1023, Integer.MAX_VALUE),
    /// 255 characters in the name of a database or container; 400 above.
    NAME_LENGTH(255, Integer.MAX_VALUE),
    /// 2048 bytes in a partition key value (101 with hash version 1 in Cosmos); 400 above.
    PARTITION_KEY_BYTES(2048, Integer.MAX_VALUE),
    /// 20 GB with one partition key value (10 GB in older documents); writes get 403 above.
    LOGICAL_PARTITION_BYTES(gibibytes(20), Long.MAX_VALUE),
    /// 30 GB (50 GB in newer documents), then the partition splits; not visible to clients.
    PHYSICAL_PARTITION_BYTES(gibibytes(30), Long.MAX_VALUE),
    /// 10,000 RU/s served by one physical partition; more throughput means more of them.
    PHYSICAL_PARTITION_RU(10_000, Long.MAX_VALUE),
    /// 6,000 RU/s for each physical partition that a new container starts with.
    INITIAL_PARTITION_RU(6_000, Long.MAX_VALUE),
    /// 400 RU/s at least for a container or a set of them; 400 (bad request) below.
    THROUGHPUT_MIN(400, Long.MAX_VALUE),
    /// Throughput is a multiple of 100 RU/s.
    THROUGHPUT_STEP(100, Long.MAX_VALUE),
    /// 1,000,000 RU/s without asking for more.
    THROUGHPUT_MAX(1_000_000, Long.MAX_VALUE),
    /// 1000 RU/s: the lowest maximum of autoscale throughput.
    AUTOSCALE_MAX_MIN(1000, Long.MAX_VALUE),
    /// 100 operations in a transactional batch; 400 above.
    BATCH_OPERATIONS(100, Integer.MAX_VALUE),
    /// 2 MB in a transactional batch; 413 above.
    BATCH_BYTES(mebibytes(2), Integer.MAX_VALUE),
    /// 10 unique keys in a container's policy.
    UNIQUE_KEYS(10, Integer.MAX_VALUE),
    /// 16 paths in one unique key.
    UNIQUE_KEY_PATHS(16, Integer.MAX_VALUE),
    /// 100 composite indexes in a container's policy.
    COMPOSITE_INDEXES(100, Integer.MAX_VALUE),
    /// 8 paths in one composite index.
    COMPOSITE_PATHS(8, Integer.MAX_VALUE),
    /// 500 indexes of a collection that clients declare.
    DECLARED_INDEXES(500, Integer.MAX_VALUE),
    /// 32 paths in one declared index.
    DECLARED_INDEX_PATHS(32, Integer.MAX_VALUE),
    /// 1500 included and excluded paths in a container's policy.
    INDEX_PATHS(1500, Integer.MAX_VALUE),
    /// 100 stored procedures in a container.
    STORED_PROCEDURES(100, Integer.MAX_VALUE),
    /// 25 triggers in a container.
    TRIGGERS(25, Integer.MAX_VALUE),
    /// 50 user-defined functions in a container.
    USER_DEFINED_FUNCTIONS(50, Integer.MAX_VALUE),
    /// 20 client encryption keys in a database.
    CLIENT_ENCRYPTION_KEYS(20, Integer.MAX_VALUE),
    /// 2,000 users of the MongoDB API with names of their own, in all databases together.
    NAMED_USERS(2000, Integer.MAX_VALUE),
    /// 4 MB in one page of an answer; the rest follows with a continuation, but one row of a query
    /// that takes more gets 413.
    PAGE_BYTES(mebibytes(4), Integer.MAX_VALUE),
    /// Ours: items in one internal page, whatever their size; not visible to clients.
    PAGE_ITEMS(1000, Integer.MAX_VALUE),
    /// Ours: items of a partition that are given in the order of their creation where no other
    /// order is asked for; of more items, in any order that stays the same.
    CREATION_ORDER_ITEMS(1000, Integer.MAX_VALUE),
    /// Ours: percent of the heap that all queries may use together; further ones wait, then get
    /// 429.
    QUERY_MEMORY_PERCENT(25, 90),
    /// Ours: containers that metrics and the record of workloads tell apart; further ones are
    /// counted together.
    OBSERVED_CONTAINERS(1000, 100_000),
    /// Ours: partitions whose spending of the last hours is remembered, some 23 KB each; of more,
    /// those that spent something last.
    OBSERVED_PARTITIONS(1024, 100_000),
    /// Ours: counters of requests by operation, status and partition; what has none is counted
    /// without its partition.
    OBSERVED_COUNTERS(10_000, 1_000_000),
    /// Ours: requests that are remembered one by one: the last, and those that were slow or
    /// throttled.
    OBSERVED_REQUESTS(1000, 100_000),
    /// Ours: a request that takes so long is slow.
    SLOW_REQUEST_MILLIS(1000, Integer.MAX_VALUE),
    /// Ours: operation templates of a container's workload that are told apart.
    WORKLOAD_TEMPLATES(200, 10_000),
    /// Ours: commands waiting for one partition; further ones get 503 at once.
    QUEUE_COMMANDS(10_000, Integer.MAX_VALUE),
    /// Ours: commands that one synced write may carry.
    GROUP_COMMANDS(512, Integer.MAX_VALUE),
    /// Ours: bytes of commands that one synced write may carry, if it has more than one.
    GROUP_BYTES(mebibytes(4), Integer.MAX_VALUE),
    /// Ours: bytes of one index term; longer values are indexed by their beginning.
    INDEX_TERM_BYTES(1024, Integer.MAX_VALUE),
    /// Ours: bytes of all index entries of one item; 413 above. Room for every distinct short
    /// number that fits an item. Memory for a few times as much is needed while such an item is
    /// written.
    ITEM_INDEX_BYTES(mebibytes(24), mebibytes(64)),
    /// Ours: bytes that a write of several operations may change, items, index and feed together;
    /// 413 above.
    TRANSACTION_BYTES(mebibytes(32), mebibytes(64)),
    /// Ours: milliseconds that a request for items may take; 408 after that.
    REQUEST_MILLIS(30_000, 3_600_000);

    private final String text;
    private final long standard;
    private final long highest;

    Name(long standard, long highest) {
      this.text = camelCase(name());
      this.standard = standard;
      this.highest = highest;
    }

    public static Optional<Name> find(String text) {
      return Arrays.stream(values()).filter(name -> name.text.equals(text)).findFirst();
    }

    /// As settings spell it: `itemBytes`.
    @Override
    public String toString() {
      return text;
    }

    private static long mebibytes(long count) {
      return count << 20;
    }

    private static long gibibytes(long count) {
      return count << 30;
    }

    private static String camelCase(String constant) {
      StringBuilder text = new StringBuilder();
      for (String word : constant.split("_", -1)) {
        String lower = word.toLowerCase(Locale.ROOT);
        text.append(
            text.isEmpty() ? lower : Character.toUpperCase(lower.charAt(0)) + lower.substring(1));
      }
      return text.toString();
    }
  }

  /// 128 levels of objects and arrays in an item, a key or any other value; 400 above. No setting:
  /// what walks into values counts on it for its stack.
  public static final int ITEM_DEPTH = 128;

  /// 512 characters (1 KiB) in each key of a table's entity; 400 above. No setting, as all limits
  /// of entities.
  public static final int TABLE_KEY_LENGTH = 512;

  /// Ours: bytes of UTF-8 in a key of an entity; 400 above. The index that has entities in the
  /// order of their keys keeps so much of each.
  public static final int TABLE_KEY_BYTES = 1022;

  /// 252 properties of an entity besides its keys and its time; 400 above.
  public static final int TABLE_PROPERTIES = 252;

  /// 1 MiB in an entity, texts and names with two bytes for each character; 400 above. Cosmos DB
  /// has 2 MB.
  public static final int TABLE_ENTITY_BYTES = 1024 * 1024;

  /// 4 MiB in a batch of a table; 413 above. Cosmos DB has 2 MB.
  public static final int TABLE_BATCH_BYTES = 4 * 1024 * 1024;

  /// 16 MiB in a document of MongoDB as BSON, as clients are told; 10334 above.
  public static final int MONGO_DOCUMENT_BYTES = 16 * 1024 * 1024;

  /// Ours: the same in the stored form, which may be a little longer.
  public static final int MONGO_ITEM_BYTES = 20 * 1024 * 1024;

  /// Ours: what a write of the largest documents becomes: the new version, the one before it, and
  /// what is remembered for a write that may come again.
  public static final int MONGO_WRITE_BYTES = 64 * 1024 * 1024;

  /// 255 characters in the name of a property; 400 above.
  public static final int TABLE_PROPERTY_NAME_LENGTH = 255;

  /// 32,768 characters (64 KiB) in a text; 400 above.
  public static final int TABLE_TEXT_LENGTH = 32 * 1024;

  /// 64 KiB in a binary value; 400 above.
  public static final int TABLE_BINARY_BYTES = 64 * 1024;

  /// 1000 entities or tables in one page; 400 if more are asked for.
  public static final int TABLE_PAGE = 1000;

  /// 5 stored access policies of a table; 400 above.
  public static final int TABLE_ACCESS_POLICIES = 5;

  /// 5 CORS rules; 400 above.
  public static final int TABLE_CORS_RULES = 5;

  /// 2 KiB in all CORS rules, without the XML around them; 400 above.
  public static final int TABLE_CORS_BYTES = 2048;

  /// 64 origins, headers or methods in a CORS rule, of each; 400 above.
  public static final int TABLE_CORS_NAMES = 64;

  /// 2 headers of a CORS rule that end in `*`; 400 above.
  public static final int TABLE_CORS_PREFIXES = 2;

  /// 256 characters in an origin or header of a CORS rule; 400 above.
  public static final int TABLE_CORS_NAME_LENGTH = 256;

  /// Ours: levels of parentheses and `not` in a filter; 400 above.
  public static final int TABLE_FILTER_DEPTH = 100;

  /// Ours: comparisons in a filter; 400 above. Azure has 15.
  public static final int TABLE_FILTER_COMPARISONS = 1000;

  /// Ours: bytes of the digits of a decimal that is not bounded by its type, about 9,800 digits; no
  /// setting, because arithmetic with more takes long.
  public static final int DECIMAL_BYTES = 4096;

  public static final Limits DEFAULT = new Limits(new EnumMap<>(Name.class));

  /// What differs from the defaults; never changed after construction.
  private final EnumMap<Name, Long> changed;

  private Limits(EnumMap<Name, Long> changed) {
    this.changed = changed;
  }

  /// The names of all limits, as settings spell them.
  public static List<String> names() {
    return Arrays.stream(Name.values()).map(Name::toString).toList();
  }

  public long value(Name name) {
    Long value = changed.get(name);
    return value == null ? name.standard : value;
  }

  /// The same limits but one; fails with INVALID_ARGUMENT if there is none of that name or the
  /// value makes no sense.
  public Limits with(String name, long value) {
    return with(
        Name.find(name)
            .orElseThrow(
                () -> invalid("There is no limit '" + name + "'; there are " + names() + ".")),
        value);
  }

  public Limits with(Name name, long value) {
    if (value < 1 || value > name.highest) {
      throw invalid(
          "The limit " + name + " must be from 1 to " + name.highest + ", not " + value + ".");
    }
    EnumMap<Name, Long> result = changed.clone();
    if (value == name.standard) {
      result.remove(name);
    } else {
      result.put(name, value);
    }
    return new Limits(result);
  }

  private static OrreryException invalid(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }

  public int itemBytes() {
    return Math.toIntExact(value(Name.ITEM_BYTES));
  }

  public int idBytes() {
    return Math.toIntExact(value(Name.ID_BYTES));
  }

  public int nameLength() {
    return Math.toIntExact(value(Name.NAME_LENGTH));
  }

  public int partitionKeyBytes() {
    return Math.toIntExact(value(Name.PARTITION_KEY_BYTES));
  }

  public long logicalPartitionBytes() {
    return value(Name.LOGICAL_PARTITION_BYTES);
  }

  public long physicalPartitionBytes() {
    return value(Name.PHYSICAL_PARTITION_BYTES);
  }

  public long physicalPartitionRu() {
    return value(Name.PHYSICAL_PARTITION_RU);
  }

  /// No more than a partition can serve.
  public long initialPartitionRu() {
    return Math.min(value(Name.INITIAL_PARTITION_RU), physicalPartitionRu());
  }

  public long throughputMin() {
    return value(Name.THROUGHPUT_MIN);
  }

  public long throughputStep() {
    return value(Name.THROUGHPUT_STEP);
  }

  public long throughputMax() {
    return value(Name.THROUGHPUT_MAX);
  }

  public long autoscaleMaxMin() {
    return value(Name.AUTOSCALE_MAX_MIN);
  }

  public int batchOperations() {
    return Math.toIntExact(value(Name.BATCH_OPERATIONS));
  }

  public int batchBytes() {
    return Math.toIntExact(value(Name.BATCH_BYTES));
  }

  public int uniqueKeys() {
    return Math.toIntExact(value(Name.UNIQUE_KEYS));
  }

  public int uniqueKeyPaths() {
    return Math.toIntExact(value(Name.UNIQUE_KEY_PATHS));
  }

  public int compositeIndexes() {
    return Math.toIntExact(value(Name.COMPOSITE_INDEXES));
  }

  public int compositePaths() {
    return Math.toIntExact(value(Name.COMPOSITE_PATHS));
  }

  public int declaredIndexes() {
    return Math.toIntExact(value(Name.DECLARED_INDEXES));
  }

  public int declaredIndexPaths() {
    return Math.toIntExact(value(Name.DECLARED_INDEX_PATHS));
  }

  public int indexPaths() {
    return Math.toIntExact(value(Name.INDEX_PATHS));
  }

  public int storedProcedures() {
    return Math.toIntExact(value(Name.STORED_PROCEDURES));
  }

  public int triggers() {
    return Math.toIntExact(value(Name.TRIGGERS));
  }

  public int userDefinedFunctions() {
    return Math.toIntExact(value(Name.USER_DEFINED_FUNCTIONS));
  }

  public int clientEncryptionKeys() {
    return Math.toIntExact(value(Name.CLIENT_ENCRYPTION_KEYS));
  }

  public int namedUsers() {
    return Math.toIntExact(value(Name.NAMED_USERS));
  }

  public int pageBytes() {
    return Math.toIntExact(value(Name.PAGE_BYTES));
  }

  public int pageItems() {
    return Math.toIntExact(value(Name.PAGE_ITEMS));
  }

  public int creationOrderItems() {
    return Math.toIntExact(value(Name.CREATION_ORDER_ITEMS));
  }

  public int queryMemoryPercent() {
    return Math.toIntExact(value(Name.QUERY_MEMORY_PERCENT));
  }

  public int observedContainers() {
    return Math.toIntExact(value(Name.OBSERVED_CONTAINERS));
  }

  public int observedPartitions() {
    return Math.toIntExact(value(Name.OBSERVED_PARTITIONS));
  }

  public int observedCounters() {
    return Math.toIntExact(value(Name.OBSERVED_COUNTERS));
  }

  public int observedRequests() {
    return Math.toIntExact(value(Name.OBSERVED_REQUESTS));
  }

  public long slowRequestMillis() {
    return value(Name.SLOW_REQUEST_MILLIS);
  }

  public int workloadTemplates() {
    return Math.toIntExact(value(Name.WORKLOAD_TEMPLATES));
  }

  public int queueCommands() {
    return Math.toIntExact(value(Name.QUEUE_COMMANDS));
  }

  public int groupCommands() {
    return Math.toIntExact(value(Name.GROUP_COMMANDS));
  }

  public int groupBytes() {
    return Math.toIntExact(value(Name.GROUP_BYTES));
  }

  public int indexTermBytes() {
    return Math.toIntExact(value(Name.INDEX_TERM_BYTES));
  }

  public int itemIndexBytes() {
    return Math.toIntExact(value(Name.ITEM_INDEX_BYTES));
  }

  public int transactionBytes() {
    return Math.toIntExact(value(Name.TRANSACTION_BYTES));
  }

  public long requestMillis() {
    return value(Name.REQUEST_MILLIS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Limits that && changed.equals(that.changed);
  }

  @Override
  public int hashCode() {
    return changed.hashCode();
  }

  /// Only what differs from the defaults.
  @Override
  public String toString() {
    return changed.toString();
  }
}
