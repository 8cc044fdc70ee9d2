// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Item;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.UpdateCodec;
import java.util.ArrayList;
import java.util.List;

/// Outcomes as bytes: what a leader answers to whoever proposed a command elsewhere.
///
/// ```
/// format kind, then by kind
/// ```
///
/// Codes are never used again for anything else; a form that changes gets a new code.
public final class OutcomeCodec {
  private static final int FORMAT = 1;

  private static final int WRITTEN = 1;
  private static final int REFUSED = 2;
  private static final int DONE = 3;
  private static final int DECLINED = 4;
  private static final int MOVED = 5;

  private static final int CREATED = 1;
  private static final int REPLACED = 2;
  private static final int DELETED = 3;
  private static final int FOUND = 4;
  private static final int MODIFIED = 5;
  private static final int UNCHANGED = 6;

  private static final int NOT_FOUND = 1;
  private static final int EXISTS = 2;
  private static final int VERSION_DIFFERS = 3;
  private static final int UNIQUE_KEY_TAKEN = 4;
  private static final int LOGICAL_PARTITION_FULL = 5;
  private static final int INDEX_TOO_LARGE = 6;
  private static final int WRITE_TOO_LARGE = 7;
  private static final int TOO_MUCH_FOUND = 8;
  private static final int OUTDATED = 9;
  private static final int CONDITION_NOT_MET = 10;
  private static final int UNFIT = 11;
  private static final int ITEM_TOO_LARGE = 12;
  private static final int NOT_MODIFIED = 13;

  private OutcomeCodec() {}

  public static byte[] encode(Outcome outcome) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    switch (outcome) {
      case Outcome.Written(long lsn, List<Result> results) -> {
        out.writeByte(WRITTEN).writeVarint(lsn).writeVarint(results.size());
        results.forEach(result -> writeResult(out, result));
      }
      case Outcome.Refused(long lsn, int operation, Refusal refusal) -> {
        out.writeByte(REFUSED).writeVarint(lsn).writeVarint(operation);
        writeRefusal(out, refusal);
      }
      case Outcome.Done(long lsn, int touched, boolean more) ->
          out.writeByte(DONE).writeVarint(lsn).writeVarint(touched).writeByte(more ? 1 : 0);
      case Outcome.Declined(String reason) ->
          out.writeByte(DECLINED).writeBlock(reason.getBytes(UTF_8));
      case Outcome.Moved _ -> out.writeByte(MOVED);
    }
    return out.toByteArray();
  }

  private static void writeResult(ByteWriter out, Result result) {
    out.writeByte(
        switch (result) {
          case Result.Created _ -> CREATED;
          case Result.Replaced _ -> REPLACED;
          case Result.Deleted _ -> DELETED;
          case Result.Found _ -> FOUND;
          case Result.Modified _ -> MODIFIED;
          case Result.Unchanged _ -> UNCHANGED;
        });
    out.writeBlock(result.item().encode());
    out.writeVarint(result.work().bytes()).writeVarint(result.work().entries());
    if (result instanceof Result.Modified modified) {
      out.writeVarint(modified.bytesBefore());
    }
  }

  private static void writeRefusal(ByteWriter out, Refusal refusal) {
    switch (refusal) {
      case Refusal.NotFound _ -> out.writeByte(NOT_FOUND);
      case Refusal.Exists _ -> out.writeByte(EXISTS);
      case Refusal.VersionDiffers(Item current) ->
          out.writeByte(VERSION_DIFFERS).writeBlock(current.encode());
      case Refusal.UniqueKeyTaken(int constraint) ->
          out.writeByte(UNIQUE_KEY_TAKEN).writeVarint(constraint);
      case Refusal.LogicalPartitionFull(long bytesMax) ->
          out.writeByte(LOGICAL_PARTITION_FULL).writeVarint(bytesMax);
      case Refusal.IndexTooLarge(long bytesMax) ->
          out.writeByte(INDEX_TOO_LARGE).writeVarint(bytesMax);
      case Refusal.WriteTooLarge(long bytesMax) ->
          out.writeByte(WRITE_TOO_LARGE).writeVarint(bytesMax);
      case Refusal.TooMuchFound(long bytesMax) ->
          out.writeByte(TOO_MUCH_FOUND).writeVarint(bytesMax);
      case Refusal.Outdated _ -> out.writeByte(OUTDATED);
      case Refusal.ConditionNotMet(Item current) ->
          out.writeByte(CONDITION_NOT_MET).writeBlock(current.encode());
      case Refusal.Unfit(EditFailure failure) -> UpdateCodec.write(out.writeByte(UNFIT), failure);
      case Refusal.ItemTooLarge(long bytes, long bytesMax) ->
          out.writeByte(ITEM_TOO_LARGE).writeVarint(bytes).writeVarint(bytesMax);
      case Refusal.NotModified(Refusal cause, long bytesBefore) ->
          writeRefusal(out.writeByte(NOT_MODIFIED).writeVarint(bytesBefore), cause);
    }
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else. Bodies are taken as
  /// they are.
  public static Outcome decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("an outcome has the unknown format " + format);
    }
    int kind = in.readByte();
    Outcome outcome =
        switch (kind) {
          case WRITTEN -> new Outcome.Written(readNumber(in), readResults(in));
          case REFUSED -> new Outcome.Refused(readNumber(in), in.readLength(), readRefusal(in));
          case DONE -> new Outcome.Done(readNumber(in), in.readLength(), readFlag(in));
          case DECLINED -> new Outcome.Declined(new String(in.readBlock(), UTF_8));
          case MOVED -> new Outcome.Moved();
          default -> throw OrreryException.corrupted("there is no outcome of the kind " + kind);
        };
    in.requireEnd();
    return outcome;
  }

  private static List<Result> readResults(ByteReader in) {
    int count = in.readLength();
    if (count > Command.OPERATIONS_MAX) {
      throw OrreryException.corrupted("an outcome has " + count + " results");
    }
    // Grows with what is really there: a count alone reserves nothing.
    List<Result> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      results.add(readResult(in));
    }
    return results;
  }

  private static Result readResult(ByteReader in) {
    int kind = in.readByte();
    Item item = Item.decode(in.readBlock());
    Work work = new Work(readNumber(in), in.readLength());
    return switch (kind) {
      case CREATED -> new Result.Created(item, work);
      case REPLACED -> new Result.Replaced(item, work);
      case DELETED -> new Result.Deleted(item, work);
      case FOUND -> new Result.Found(item, work);
      case MODIFIED -> new Result.Modified(item, work, readNumber(in));
      case UNCHANGED -> new Result.Unchanged(item, work);
      default -> throw OrreryException.corrupted("there is no result of the kind " + kind);
    };
  }

  private static Refusal readRefusal(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case NOT_FOUND -> new Refusal.NotFound();
      case EXISTS -> new Refusal.Exists();
      case VERSION_DIFFERS -> new Refusal.VersionDiffers(Item.decode(in.readBlock()));
      case UNIQUE_KEY_TAKEN -> new Refusal.UniqueKeyTaken(in.readLength());
      case LOGICAL_PARTITION_FULL -> new Refusal.LogicalPartitionFull(readNumber(in));
      case INDEX_TOO_LARGE -> new Refusal.IndexTooLarge(readNumber(in));
      case WRITE_TOO_LARGE -> new Refusal.WriteTooLarge(readNumber(in));
      case TOO_MUCH_FOUND -> new Refusal.TooMuchFound(readNumber(in));
      case OUTDATED -> new Refusal.Outdated();
      case CONDITION_NOT_MET -> new Refusal.ConditionNotMet(Item.decode(in.readBlock()));
      case UNFIT -> new Refusal.Unfit(UpdateCodec.readFailure(in));
      case ITEM_TOO_LARGE -> new Refusal.ItemTooLarge(readNumber(in), readNumber(in));
      case NOT_MODIFIED -> readNotModified(in);
      default -> throw OrreryException.corrupted("there is no refusal of the kind " + kind);
    };
  }

  private static Refusal readNotModified(ByteReader in) {
    long bytesBefore = readNumber(in);
    // One level, so that no depth of bytes becomes a depth of calls.
    if (in.peek() == NOT_MODIFIED) {
      throw OrreryException.corrupted("the cause of a refusal has a cause");
    }
    return new Refusal.NotModified(readRefusal(in), bytesBefore);
  }

  private static boolean readFlag(ByteReader in) {
    int flag = in.readByte();
    if (flag > 1) {
      throw OrreryException.corrupted("a flag of an outcome is " + flag);
    }
    return flag == 1;
  }

  private static long readNumber(ByteReader in) {
    long number = in.readVarint();
    if (number < 0) {
      throw OrreryException.corrupted("a number in an outcome is negative");
    }
    return number;
  }
}
