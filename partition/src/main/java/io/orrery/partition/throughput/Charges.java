// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import io.orrery.model.container.RequestCharge;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.command.Outcome.Work;
import java.util.List;

/// What work costs, in request units. Calibrated on the service's published figures: reading 1 KB
/// costs 1 and 100 KB about 10, creating 1 KB costs about 5 without index and 100 KB about 50, a
/// replace is about two creates; and on what its SDKs are tested with: creating an item of an id, a
/// partition key and one text, all indexed, costs 6.29. See docs/adr/0005-request-charges.md.
public final class Charges {
  private static final int UNIT = 1000;
  private static final int READ_BASE = UNIT;
  private static final int READ_KILOBYTE = 91;
  private static final int WRITE_BASE = 4_950;
  private static final int WRITE_KILOBYTE = 455;
  private static final int ENTRY = 335;
  private static final int REPLACE_BASE = 2 * WRITE_BASE;
  private static final int REPLACE_KILOBYTE = 910;

  private static final int SCAN_BASE = 2300;
  private static final int SCAN_ENTRY = 10;
  private static final int SCAN_KILOBYTE = 50;

  private Charges() {}

  /// A point read; of something that is not there as well.
  public static RequestCharge read(long bytes) {
    return new RequestCharge(READ_BASE + furtherKilobytes(bytes) * READ_KILOBYTE);
  }

  /// One operation of a write; what it read before is not in it.
  public static RequestCharge of(Outcome.Result result) {
    Work work = result.work();
    return switch (result) {
      case Outcome.Result.Found _, Outcome.Result.Unchanged _ -> read(work.bytes());
      case Outcome.Result.Created _, Outcome.Result.Deleted _ ->
          write(WRITE_BASE, WRITE_KILOBYTE, work);
      case Outcome.Result.Replaced _, Outcome.Result.Modified _ ->
          write(REPLACE_BASE, REPLACE_KILOBYTE, work);
    };
  }

  /// What an operation had to read before it could write.
  private static RequestCharge before(Outcome.Result result) {
    return result instanceof Outcome.Result.Modified modified
        ? read(modified.bytesBefore())
        : RequestCharge.NONE;
  }

  private static RequestCharge refused(Outcome.Refusal refusal) {
    if (!(refusal
        instanceof Outcome.Refusal.NotModified(Outcome.Refusal cause, long bytesBefore))) {
      return RequestCharge.REFUSED;
    }
    return switch (cause) {
      case Outcome.Refusal.VersionDiffers _,
          Outcome.Refusal.ConditionNotMet _,
          Outcome.Refusal.Unfit _,
          Outcome.Refusal.ItemTooLarge _ ->
          read(bytesBefore);
      case Outcome.Refusal.NotFound _,
          Outcome.Refusal.Exists _,
          Outcome.Refusal.UniqueKeyTaken _,
          Outcome.Refusal.LogicalPartitionFull _,
          Outcome.Refusal.IndexTooLarge _,
          Outcome.Refusal.WriteTooLarge _,
          Outcome.Refusal.TooMuchFound _,
          Outcome.Refusal.Outdated _,
          Outcome.Refusal.NotModified _ ->
          read(bytesBefore).plus(RequestCharge.REFUSED);
    };
  }

  /// A whole command. What it only moved about costs as much as looking at it.
  public static RequestCharge of(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Written(_, List<Outcome.Result> results) -> {
        RequestCharge sum = RequestCharge.NONE;
        for (Outcome.Result result : results) {
          sum = sum.plus(before(result)).plus(of(result));
        }
        yield sum;
      }
      case Outcome.Refused(_, _, Outcome.Refusal refusal) -> refused(refusal);
      case Outcome.Done(_, int touched, _) -> scan(touched, 0);
      case Outcome.Declined _, Outcome.Moved _ -> RequestCharge.NONE;
    };
  }

  /// One visit of a scan, query or feed read to one partition.
  public static RequestCharge scan(long entries, long bytes) {
    return new RequestCharge(
        SCAN_BASE + entries * SCAN_ENTRY + furtherKilobytes(bytes) * SCAN_KILOBYTE);
  }

  private static RequestCharge write(int base, int perKilobyte, Work work) {
    return new RequestCharge(
        base + furtherKilobytes(work.bytes()) * perKilobyte + (long) work.entries() * ENTRY);
  }

  /// The first kilobyte is part of every base.
  private static long furtherKilobytes(long bytes) {
    return Math.max(0, (bytes - 1) / 1024);
  }
}
