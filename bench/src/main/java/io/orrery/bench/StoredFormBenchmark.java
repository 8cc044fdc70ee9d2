// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench;

import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What the stored form of an item costs: in from JSON, out to JSON, and one look at
/// `/shipping/address/city`. Decides `docs/adr/0001-stored-form-of-items.md`. Samples single calls:
/// their median stays meaningful on a machine that others use too.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class StoredFormBenchmark {
  private static final byte[] SHIPPING = "shipping".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ADDRESS = "address".getBytes(StandardCharsets.UTF_8);
  private static final byte[] CITY = "city".getBytes(StandardCharsets.UTF_8);

  private byte[] json = {};
  private byte[] bson = {};
  private byte[] stored = {};

  @Setup
  public void prepare() {
    json = SampleItem.json();
    bson = BsonForm.fromJson(json);
    stored = StoredItems.fromJson(json);
    System.out.printf(
        "%nbytes: json %d, bson %d, ours %d%n", json.length, bson.length, stored.length);
  }

  @Benchmark
  public byte[] storeJson() {
    return JsonForm.rewrite(json);
  }

  @Benchmark
  public byte[] storeBson() {
    return BsonForm.fromJson(json);
  }

  @Benchmark
  public byte[] storeOurs() {
    return StoredItems.fromJson(json);
  }

  /// The text is what was stored: a copy stands for handing it out.
  @Benchmark
  public byte[] loadJson() {
    return json.clone();
  }

  @Benchmark
  public byte[] loadBson() {
    return BsonForm.toJson(bson);
  }

  @Benchmark
  public byte[] loadOurs() {
    return StoredItems.toJson(stored);
  }

  @Benchmark
  public String findJson() {
    return JsonForm.find(json, "shipping", "address", "city");
  }

  @Benchmark
  public String findBson() {
    return BsonForm.find(bson, "shipping", "address", "city");
  }

  @Benchmark
  public Value findOurs() {
    StoredCursor cursor = StoredCursor.over(stored);
    enter(cursor, SHIPPING);
    enter(cursor, ADDRESS);
    enter(cursor, CITY);
    return cursor.value();
  }

  private static void enter(StoredCursor cursor, byte[] name) {
    cursor.enter();
    while (cursor.next()) {
      if (cursor.nameIs(name)) {
        return;
      }
    }
    throw new IllegalStateException("the sample has no such path");
  }
}
