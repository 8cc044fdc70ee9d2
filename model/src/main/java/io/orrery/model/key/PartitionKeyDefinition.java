// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// How a container finds the place of an item: where the partition key is in it, and which hash
/// puts that key on the ring. Fixed when the container is created.
public record PartitionKeyDefinition(List<PropertyPath> paths, Kind kind, int version) {
  /// Cosmos: at most three levels in a hierarchical partition key.
  public static final int MAX_LEVELS = 3;

  private static final int FORMAT = 1;

  /// The hash function of a container.
  public enum Kind {
    /// One path; version 1 (32-bit hash) or 2 (128-bit hash).
    HASH(1),
    /// One to three paths, each hashed by itself, so that a prefix of them is a range of the ring.
    MULTI_HASH(2),
    /// Cassandra's Murmur3 token of one or more columns.
    TOKEN(3),
    /// A fixed container: no partition key, all its items in one place.
    NONE(4);

    /// Stands in stored definitions, so it never changes.
    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw OrreryException.corrupted("there is no partition kind " + code);
    }
  }

  /// The definition of a container without partition key.
  public static final PartitionKeyDefinition NONE =
      new PartitionKeyDefinition(List.of(), Kind.NONE, 2);

  private static final EffectivePartitionKey NONE_POSITION =
      HashV2.position(PartitionKey.of(Value.Undefined.UNDEFINED));

  public PartitionKeyDefinition {
    paths = List.copyOf(paths);
    switch (kind) {
      case HASH -> {
        require(paths.size() == 1, "Hash partitioning needs exactly one path");
        require(version == 1 || version == 2, "Hash partitioning has the versions 1 and 2");
      }
      case MULTI_HASH -> {
        require(
            !paths.isEmpty() && paths.size() <= MAX_LEVELS,
            "hierarchical partitioning needs one to " + MAX_LEVELS + " paths");
        require(version == 2, "hierarchical partitioning has version 2 only");
      }
      case TOKEN -> {
        require(!paths.isEmpty(), "a table needs at least one partition key column");
        require(version == 1, "tokens have version 1 only");
      }
      case NONE -> {
        require(paths.isEmpty(), "a container without partition key has no paths");
        require(version == 2, "a container without partition key has version 2 only");
      }
    }
    require(new HashSet<>(paths).size() == paths.size(), "a path is given twice");
  }

  private static void require(boolean valid, String rule) {
    if (!valid) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The partition key definition is not valid: " + rule + ".");
    }
  }

  /// Hash version 2 over one path: what new containers have.
  public static PartitionKeyDefinition hash(String path) {
    return hash(path, 2);
  }

  public static PartitionKeyDefinition hash(String path, int version) {
    return new PartitionKeyDefinition(List.of(PropertyPath.parse(path)), Kind.HASH, version);
  }

  public static PartitionKeyDefinition multiHash(String... paths) {
    return new PartitionKeyDefinition(
        List.of(paths).stream().map(PropertyPath::parse).toList(), Kind.MULTI_HASH, 2);
  }

  /// The partition key columns of a table, by name.
  public static PartitionKeyDefinition token(String... columns) {
    return new PartitionKeyDefinition(
        List.of(columns).stream().map(PropertyPath::of).toList(), Kind.TOKEN, 1);
  }

  /// The partition key of a stored item. What is not there is undefined, and so are arrays and
  /// objects, which cannot be keys.
  public PartitionKey extract(byte[] storedItem) {
    StoredCursor cursor = StoredCursor.over(storedItem);
    Value[] components = new Value[paths.size()];
    for (int i = 0; i < components.length; i++) {
      components[i] = component(cursor, paths.get(i));
    }
    return PartitionKey.of(components);
  }

  /// Leaves the cursor where it was.
  private static Value component(StoredCursor cursor, PropertyPath path) {
    int entered = 0;
    boolean found = true;
    while (found && entered < path.depth()) {
      found = cursor.kind() == Value.Kind.OBJECT;
      if (found) {
        cursor.enter();
        found = seek(cursor, path.name(entered++));
      }
    }
    Value component =
        found && PartitionKey.isComponent(cursor.kind())
            ? cursor.value()
            : Value.Undefined.UNDEFINED;
    for (; entered > 0; entered--) {
      cursor.leave();
    }
    return component;
  }

  private static boolean seek(StoredCursor cursor, byte[] name) {
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return true;
      }
    }
    return false;
  }

  /// Where a key lies on the ring. The key must have a component for each path.
  public EffectivePartitionKey position(PartitionKey key) {
    if (key.size() != paths.size()) {
      throw wrongSize(key);
    }
    return hash(key);
  }

  /// The range of all keys that begin with `prefix`: for a full key that key alone, for an empty
  /// one the whole ring. Only hierarchical keys have prefixes between these two.
  public HashRange prefixRange(PartitionKey prefix) {
    boolean partial = prefix.size() < paths.size();
    if (partial && prefix.size() == 0) {
      return HashRange.FULL;
    }
    if (prefix.size() > paths.size() || (partial && kind != Kind.MULTI_HASH)) {
      throw wrongSize(prefix);
    }
    EffectivePartitionKey min = hash(prefix);
    byte[] end = new ByteWriter().writeBytes(min.bytes()).writeByte(0xFF).toByteArray();
    return new HashRange(min, EffectivePartitionKey.of(end));
  }

  private EffectivePartitionKey hash(PartitionKey key) {
    return switch (kind) {
      case HASH ->
          version == 1 ? HashV1.position(key.components().getFirst()) : HashV2.position(key);
      case MULTI_HASH -> HashV2.position(key);
      case TOKEN -> CassandraToken.positionOf(CassandraToken.routingKey(key));
      case NONE -> NONE_POSITION;
    };
  }

  private OrreryException wrongSize(PartitionKey key) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "The partition key %s has %d components, the container's definition has %d paths."
            .formatted(key, key.size(), paths.size()));
  }

  /// Divides the ring into `count` ranges that get about the same number of keys.
  public List<HashRange> evenRanges(int count) {
    List<HashRange> ranges = new ArrayList<>();
    EffectivePartitionKey min = EffectivePartitionKey.MIN;
    for (EffectivePartitionKey boundary : RingDivision.evenBoundaries(this, count)) {
      ranges.add(new HashRange(min, boundary));
      min = boundary;
    }
    ranges.add(new HashRange(min, EffectivePartitionKey.MAX));
    return List.copyOf(ranges);
  }

  /// A position strictly inside the range that divides its hashes evenly. Fails with
  /// INVALID_ARGUMENT if the range is too small to have one.
  public EffectivePartitionKey middle(HashRange range) {
    return RingDivision.middle(this, range);
  }

  public void write(ByteWriter out) {
    out.writeByte(FORMAT).writeByte(kind.code).writeByte(version).writeVarint(paths.size());
    paths.forEach(path -> out.writeBlock(path.toString().getBytes(StandardCharsets.UTF_8)));
  }

  /// Reads what [#write(ByteWriter)] wrote; fails with CORRUPTED if it is anything else.
  public static PartitionKeyDefinition read(ByteReader in) {
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("unknown partition key definition format " + format);
    }
    Kind kind = Kind.ofCode(in.readByte());
    int version = in.readByte();
    int count = in.readLength();
    try {
      List<PropertyPath> paths = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        paths.add(PropertyPath.parse(new String(in.readBlock(), StandardCharsets.UTF_8)));
      }
      return new PartitionKeyDefinition(paths, kind, version);
    } catch (OrreryException refusal) {
      throw new OrreryException(
          ErrorCode.CORRUPTED, "a stored partition key definition is not valid", refusal);
    }
  }
}
