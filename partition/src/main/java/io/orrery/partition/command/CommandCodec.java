// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.RowRange;
import io.orrery.plan.update.Operation;
import java.util.ArrayList;
import java.util.List;

/// Commands as bytes: what a replicated log holds, so what was written once must stay readable.
///
/// ```
/// format kind time, then by kind
/// ```
///
/// Codes are never used again for anything else; a form that changes gets a new code.
public final class CommandCodec {
  private static final int FORMAT = 1;

  private static final int WRITE = 1;
  private static final int DELETE_LOGICAL_PARTITION = 2;
  private static final int CONFIGURE = 3;
  private static final int SWEEP = 4;
  private static final int REINDEX = 5;
  private static final int TAKE_OVER = 6;
  private static final int PURGE_HISTORY = 7;
  private static final int PREPARE_SPLIT = 8;
  private static final int CANCEL_SPLIT = 9;
  private static final int SPLIT = 10;
  private static final int EXPECTANT_WRITE = 11;
  private static final int DELETE_ROWS = 12;

  private CommandCodec() {}

  public static byte[] encode(Command command) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    out.writeByte(kind(command)).writeVarint(command.timeMillis());
    switch (command) {
      case Command.Write write -> {
        if (!write.expectations().isEmpty()) {
          writeExpectations(out, write.expectations());
        }
        writeOperations(out, write.operations());
      }
      case Command.DeleteLogicalPartition delete -> out.writeBlock(delete.key().encoded());
      case Command.DeleteRows delete -> writeRows(out, delete);
      case Command.Configure configure -> configure.settings().write(out);
      case Command.Sweep sweep -> out.writeVarint(sweep.itemsMax());
      case Command.Reindex reindex -> out.writeVarint(reindex.itemsMax());
      case Command.TakeOver takeOver -> out.writeVarint(takeOver.itemsMax());
      case Command.PurgeHistory purge -> out.writeVarint(purge.changesMax());
      case Command.PrepareSplit prepare -> out.writeBlock(prepare.at().bytes());
      case Command.CancelSplit _ -> {}
      case Command.Split split -> writeSplit(out, split);
    }
    return out.toByteArray();
  }

  private static int kind(Command command) {
    return switch (command) {
      case Command.Write write -> write.expectations().isEmpty() ? WRITE : EXPECTANT_WRITE;
      case Command.DeleteLogicalPartition _ -> DELETE_LOGICAL_PARTITION;
      case Command.DeleteRows _ -> DELETE_ROWS;
      case Command.Configure _ -> CONFIGURE;
      case Command.Sweep _ -> SWEEP;
      case Command.Reindex _ -> REINDEX;
      case Command.TakeOver _ -> TAKE_OVER;
      case Command.PurgeHistory _ -> PURGE_HISTORY;
      case Command.PrepareSplit _ -> PREPARE_SPLIT;
      case Command.CancelSplit _ -> CANCEL_SPLIT;
      case Command.Split _ -> SPLIT;
    };
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else. Bodies are taken as
  /// they are.
  public static Command decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a command has the unknown format " + format);
    }
    int kind = in.readByte();
    Command command = read(in, kind, readTime(in));
    in.requireEnd();
    return command;
  }

  private static Command read(ByteReader in, int kind, long time) {
    return switch (kind) {
      case WRITE -> new Command.Write(time, readOperations(in));
      case EXPECTANT_WRITE -> new Command.Write(time, readExpectations(in), readOperations(in));
      case DELETE_LOGICAL_PARTITION ->
          new Command.DeleteLogicalPartition(time, ItemKey.decode(in.readBlock()));
      case DELETE_ROWS ->
          new Command.DeleteRows(
              time, ItemKey.decode(in.readBlock()), readRows(in), in.readSignedVarint());
      case CONFIGURE -> new Command.Configure(time, PartitionSettings.read(in));
      case SWEEP -> new Command.Sweep(time, readStep(in));
      case REINDEX -> new Command.Reindex(time, readStep(in));
      case TAKE_OVER -> new Command.TakeOver(time, readStep(in));
      case PURGE_HISTORY -> new Command.PurgeHistory(time, readStep(in));
      case PREPARE_SPLIT -> new Command.PrepareSplit(time, readPoint(in));
      case CANCEL_SPLIT -> new Command.CancelSplit(time);
      case SPLIT ->
          new Command.Split(
              time, readPoint(in), in.readLength(), in.readLength(), Counters.read(in));
      default -> throw OrreryException.corrupted("there is no command of the kind " + kind);
    };
  }

  private static void writeRows(ByteWriter out, Command.DeleteRows delete) {
    byte[] to = delete.rows().to();
    out.writeBlock(delete.key().encoded()).writeBlock(delete.rows().from());
    out.writeByte(to == null ? 0 : 1);
    if (to != null) {
      out.writeBlock(to);
    }
    out.writeSignedVarint(delete.timestamp());
  }

  private static RowRange readRows(ByteReader in) {
    byte[] from = in.readBlock();
    return new RowRange(from, in.readByte() == 0 ? null : in.readBlock());
  }

  private static void writeOperations(ByteWriter out, List<Operation> operations) {
    out.writeVarint(operations.size());
    operations.forEach(operation -> OperationCodec.write(out, operation));
  }

  /// What was read before, as messages carry it as well.
  public static void writeExpectations(ByteWriter out, List<Expectation> expectations) {
    out.writeVarint(expectations.size());
    expectations.forEach(expectation -> OperationCodec.write(out, expectation));
  }

  public static List<Expectation> readExpectations(ByteReader in) {
    int count = readCount(in);
    List<Expectation> expectations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expectations.add(OperationCodec.readExpectation(in));
    }
    return expectations;
  }

  private static int readCount(ByteReader in) {
    int count = in.readLength();
    if (count > Command.OPERATIONS_MAX) {
      throw OrreryException.corrupted("a command has " + count + " operations");
    }
    return count;
  }

  private static List<Operation> readOperations(ByteReader in) {
    int count = readCount(in);
    // Grows with what is really there: a count alone reserves nothing.
    List<Operation> operations = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      operations.add(OperationCodec.read(in));
    }
    return operations;
  }

  private static void writeSplit(ByteWriter out, Command.Split split) {
    out.writeBlock(split.at().bytes());
    out.writeVarint(split.leftOrdinal()).writeVarint(split.rightOrdinal());
    split.leftAtPrepare().write(out);
  }

  private static long readTime(ByteReader in) {
    long time = in.readVarint();
    if (time < 0) {
      throw OrreryException.corrupted("a command's time is negative");
    }
    return time;
  }

  private static int readStep(ByteReader in) {
    int step = in.readLength();
    if (step < 1 || step > Command.STEP_MAX) {
      throw OrreryException.corrupted("a command is to take " + step + " steps");
    }
    return step;
  }

  private static EffectivePartitionKey readPoint(ByteReader in) {
    return EffectivePartitionKey.of(in.readBlock());
  }
}
