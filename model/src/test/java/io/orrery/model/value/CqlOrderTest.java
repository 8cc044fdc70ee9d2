// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Our order and keys against the bytes that Cassandra's Java driver writes, compared as Cassandra
/// documents it for each type.
class CqlOrderTest {
  private static final long SEED = 20_261_117;
  private static final int PAIRS = 5_000;

  private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;
  private static final Comparator<byte[]> SIGNED = Comparator.comparing(BigInteger::new);
  private static final Comparator<byte[]> DECIMALS =
      Comparator.comparing(
          bytes ->
              new BigDecimal(
                  new BigInteger(Arrays.copyOfRange(bytes, 4, bytes.length)),
                  ByteBuffer.wrap(bytes).getInt()));
  private static final Comparator<byte[]> DOUBLES =
      (left, right) ->
          Double.compare(ByteBuffer.wrap(left).getDouble(), ByteBuffer.wrap(right).getDouble());
  private static final Comparator<byte[]> FLOATS =
      (left, right) ->
          Float.compare(ByteBuffer.wrap(left).getFloat(), ByteBuffer.wrap(right).getFloat());
  private static final int[] TIME_BYTES = {6, 7, 4, 5, 0, 1, 2, 3};

  private final RandomValues values = new RandomValues(SEED);
  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void numbers() {
    check(TypeCodecs.INT, SIGNED, () -> (int) edge(), Value.Int32::new);
    check(TypeCodecs.BIGINT, SIGNED, this::edge, Value.Int64::new);
    check(
        TypeCodecs.VARINT,
        SIGNED,
        () -> new BigInteger(values.bytes(random.nextInt(1, 30))),
        number -> new Value.Decimal(new BigDecimal(number)));
    check(TypeCodecs.DECIMAL, DECIMALS, values::unboundedDecimal, Value.Decimal::new);
    check(TypeCodecs.DOUBLE, DOUBLES, this::number, Value.Float64::new);
    check(TypeCodecs.FLOAT, FLOATS, () -> (float) number(), number -> new Value.Float64(number));
  }

  @Test
  void textsAndBytes() {
    check(TypeCodecs.TEXT, BYTES, () -> values.text().replaceAll("\\p{Cs}", "x"), Value.Text::new);
    check(
        TypeCodecs.BLOB,
        BYTES,
        () -> ByteBuffer.wrap(values.bytes(random.nextInt(4))),
        bytes -> new Value.Binary(bytes(TypeCodecs.BLOB, bytes), 0));
    check(
        TypeCodecs.INET,
        BYTES,
        this::address,
        address -> new Value.Binary(address.getAddress(), 0));
    check(TypeCodecs.BOOLEAN, BYTES, random::nextBoolean, Value.Bool::of);
  }

  @Test
  void times() {
    check(
        TypeCodecs.DATE,
        BYTES,
        () -> LocalDate.ofEpochDay((int) edge() / 3),
        date -> new Value.Date((int) date.toEpochDay()));
    check(
        TypeCodecs.TIME,
        BYTES,
        () -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L)),
        time -> new Value.Time(time.toNanoOfDay()));
    check(
        TypeCodecs.TIMESTAMP,
        SIGNED,
        () -> Instant.ofEpochMilli(edge()),
        instant -> new Value.DateTime(instant.toEpochMilli(), 0));
  }

  @Test
  void uuids() {
    check(TypeCodecs.UUID, CqlOrderTest::compareUuids, () -> uuid(version()), Value.Uuid::new);
    check(TypeCodecs.TIMEUUID, CqlOrderTest::compareTimeUuids, () -> uuid(1), Value.TimeUuid::new);
  }

  @Test
  void collections() {
    check(
        TypeCodecs.listOf(TypeCodecs.INT),
        (left, right) -> compareParts(parts(left, 1), parts(right, 1), SIGNED),
        this::integers,
        list -> new Value.Array(list.stream().<Value>map(Value.Int32::new).toList()));
    check(
        TypeCodecs.mapOf(TypeCodecs.INT, TypeCodecs.INT),
        (left, right) -> compareParts(parts(left, 2), parts(right, 2), SIGNED),
        this::mapping,
        map ->
            new Value.Mapping(
                map.entrySet().stream()
                    .map(
                        entry ->
                            new Value.Mapping.Entry(
                                new Value.Int32(entry.getKey()), new Value.Int32(entry.getValue())))
                    .toList()));
  }

  /// Cassandra does not compare durations, and refuses them where it would have to.
  @Test
  void durationsHaveNoOrder() {
    for (Kind kind : Kind.values()) {
      assertThat(ValueOrder.CQL.isOrdered(kind)).isEqualTo(kind != Kind.DURATION);
      assertThat(ValueOrder.BSON.isOrdered(kind)).isTrue();
    }
  }

  /// Keys of several columns, one of them descending, sort by the first that differs.
  @Test
  void clusteringColumnsFollowOneAnother() {
    for (int i = 0; i < PAIRS; i++) {
      List<Value> left = row();
      List<Value> right = row();
      int order = 0;
      for (int column = 0; column < left.size() && order == 0; column++) {
        int byColumn = ValueOrder.CQL.compare(left.get(column), right.get(column));
        order = Integer.signum(column == 1 ? -byColumn : byColumn);
      }
      assertThat(Integer.signum(Arrays.compareUnsigned(rowKey(left), rowKey(right))))
          .as("seed %d, pair %d: %s and %s", SEED, i, left, right)
          .isEqualTo(order);
    }
  }

  private List<Value> row() {
    return List.of(
        new Value.Text(values.text()),
        random.nextBoolean() ? new Value.Text(values.text()) : new Value.Float64(number()),
        new Value.Array(List.of(values.number(), values.number())));
  }

  private static byte[] rowKey(List<Value> row) {
    var out = new ByteWriter();
    KeyEncoding.write(out, row.get(0), ValueOrder.CQL);
    KeyEncoding.writeDescending(out, row.get(1), ValueOrder.CQL);
    KeyEncoding.write(out, row.get(2), ValueOrder.CQL);
    return out.toByteArray();
  }

  private <T> void check(
      TypeCodec<T> codec,
      Comparator<byte[]> reference,
      Supplier<T> source,
      Function<T, Value> value) {
    T left = source.get();
    for (int i = 0; i < PAIRS; i++) {
      T right = source.get();
      int expected = Integer.signum(reference.compare(bytes(codec, left), bytes(codec, right)));
      Value one = value.apply(left);
      Value other = value.apply(right);
      assertThat(Integer.signum(ValueOrder.CQL.compare(one, other)))
          .as("seed %d, pair %d: %s and %s", SEED, i, one, other)
          .isEqualTo(expected);
      assertThat(Integer.signum(Arrays.compareUnsigned(key(one), key(other))))
          .as("seed %d, pair %d: %s and %s", SEED, i, one, other)
          .isEqualTo(expected);
      left = right;
    }
  }

  private static byte[] key(Value value) {
    var out = new ByteWriter();
    KeyEncoding.write(out, value, ValueOrder.CQL);
    byte[] key = out.toByteArray();
    var stored = new ByteWriter();
    StoredCursor.over(StoredItems.encode(value))
        .writeKey(stored, ValueOrder.CQL, Integer.MAX_VALUE);
    assertThat(stored.toByteArray()).as("%s", value).isEqualTo(key);
    Value read = KeyEncoding.read(new ByteReader(key), ValueOrder.CQL);
    assertThat(ValueOrder.CQL.compare(read, value)).as("%s", value).isZero();
    return key;
  }

  private static <T> byte[] bytes(TypeCodec<T> codec, T value) {
    ByteBuffer encoded = Objects.requireNonNull(codec.encode(value, DefaultProtocolVersion.V4));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  private static int compareUuids(byte[] left, byte[] right) {
    int version = (left[6] & 0xF0) >> 4;
    int byVersion = Integer.compare(version, (right[6] & 0xF0) >> 4);
    int byTime = byVersion != 0 || version != 1 ? byVersion : compareAt(left, right, TIME_BYTES);
    return byTime != 0 ? byTime : Arrays.compareUnsigned(left, right);
  }

  private static int compareTimeUuids(byte[] left, byte[] right) {
    int byTime = compareAt(left, right, TIME_BYTES);
    return byTime != 0 ? byTime : Arrays.compare(left, 8, 16, right, 8, 16);
  }

  private static int compareAt(byte[] left, byte[] right, int[] places) {
    for (int place : places) {
      int order = Integer.compare(left[place] & 0xFF, right[place] & 0xFF);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /// What stands in a serialised collection: a count, then each part with its length.
  private static List<byte[]> parts(byte[] collection, int partsEach) {
    ByteBuffer in = ByteBuffer.wrap(collection);
    List<byte[]> parts = new ArrayList<>();
    for (int left = in.getInt() * partsEach; left > 0; left--) {
      byte[] part = new byte[in.getInt()];
      in.get(part);
      parts.add(part);
    }
    return parts;
  }

  private static int compareParts(
      List<byte[]> left, List<byte[]> right, Comparator<byte[]> reference) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = reference.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private long edge() {
    return random.nextBoolean()
        ? random.nextInt(-3, 4)
        : random.nextLong() >> random.nextInt(Long.SIZE);
  }

  private double number() {
    return random.nextInt(4) == 0 ? random.nextInt(-1, 2) * 0.0 : values.edgeDouble();
  }

  private int version() {
    return random.nextInt(1, 5);
  }

  private UUID uuid(int version) {
    long first = edge() << random.nextInt(Long.SIZE);
    return new UUID((first & ~0xF000L) | ((long) version << 12), edge());
  }

  private InetAddress address() {
    try {
      return InetAddress.getByAddress(values.bytes(random.nextBoolean() ? 4 : 16));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Integer> integers() {
    List<Integer> integers = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      integers.add(random.nextInt(-1, 2));
    }
    return integers;
  }

  private Map<Integer, Integer> mapping() {
    Map<Integer, Integer> mapping = new LinkedHashMap<>();
    integers().stream().sorted().forEach(key -> mapping.put(key, random.nextInt(2)));
    return mapping;
  }
}
