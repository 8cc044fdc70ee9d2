// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import org.jspecify.annotations.Nullable;

/// Provisioned request units per second.
///
/// @param unitsPerSecond the amount; with autoscale the most it may rise to
public record Throughput(long unitsPerSecond, boolean autoscale) {

  public static Throughput manual(long unitsPerSecond) {
    return new Throughput(unitsPerSecond, false);
  }

  public static Throughput autoscale(long unitsPerSecondMax) {
    return new Throughput(unitsPerSecondMax, true);
  }

  /// How many partitions it takes, each serving at most as much as the limits say.
  public int partitions(Limits limits) {
    return Math.toIntExact(Math.max(1, Math.ceilDiv(unitsPerSecond, limits.physicalPartitionRu())));
  }

  /// How many partitions a new container starts with. More than it takes, so that it can be given
  /// more throughput later without a split.
  public int initialPartitions(Limits limits) {
    return Math.toIntExact(Math.ceilDiv(unitsPerSecond, limits.initialPartitionRu()));
  }

  /// Fails with INVALID_ARGUMENT and the reason if this amount cannot be provisioned.
  public void validate(Limits limits) {
    long min = autoscale ? limits.autoscaleMaxMin() : limits.throughputMin();
    long step = autoscale ? limits.autoscaleMaxMin() : limits.throughputStep();
    long max = limits.throughputMax();
    if (unitsPerSecond < min || unitsPerSecond > max || unitsPerSecond % step != 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A throughput of %d RU/s cannot be provisioned: it must be from %d to %d in steps of %d."
              .formatted(unitsPerSecond, min, max, step));
    }
  }

  public static void writeOptional(ByteWriter out, @Nullable Throughput throughput) {
    out.writeByte(throughput == null ? 0 : 1);
    if (throughput != null) {
      throughput.write(out);
    }
  }

  public static @Nullable Throughput readOptional(ByteReader in) {
    return in.readByte() == 0 ? null : read(in);
  }

  public void write(ByteWriter out) {
    out.writeVarint(unitsPerSecond).writeByte(autoscale ? 1 : 0);
  }

  public static Throughput read(ByteReader in) {
    int unitsPerSecond = in.readLength();
    if (unitsPerSecond == 0) {
      throw OrreryException.corrupted("a throughput is zero");
    }
    return new Throughput(unitsPerSecond, in.readByte() != 0);
  }
}
