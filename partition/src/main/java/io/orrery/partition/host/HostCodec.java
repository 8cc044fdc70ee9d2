// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.PartitionId;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// What a host is told and answers, as bytes. Codes are never used again for anything else.
public final class HostCodec {
  private static final int FORMAT = 1;

  private static final int CREATE = 1;
  private static final int DROP = 2;
  private static final int DROP_RETIRED = 3;
  private static final int INHERIT = 4;

  private static final int DONE = 1;
  private static final int DECLINED = 2;

  private HostCodec() {}

  public static byte[] encode(HostCommand command) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    switch (command) {
      case HostCommand.CreatePartition(
              PartitionId id,
              HashRange range,
              PartitionSettings settings) -> {
        id.write(out.writeByte(CREATE));
        writeRange(out, range);
        settings.write(out);
      }
      case HostCommand.InheritPartition(PartitionId id, PartitionId parent) -> {
        id.write(out.writeByte(INHERIT));
        parent.write(out);
      }
      case HostCommand.DropPartition(PartitionId id, @Nullable HashRange items) -> {
        id.write(out.writeByte(items == null ? DROP_RETIRED : DROP));
        if (items != null) {
          writeRange(out, items);
        }
      }
    }
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  public static HostCommand decodeCommand(byte[] bytes) {
    ByteReader in = open(bytes);
    int kind = in.readByte();
    HostCommand command =
        switch (kind) {
          case CREATE ->
              new HostCommand.CreatePartition(
                  PartitionId.read(in), readRange(in), PartitionSettings.read(in));
          case INHERIT ->
              new HostCommand.InheritPartition(PartitionId.read(in), PartitionId.read(in));
          case DROP -> new HostCommand.DropPartition(PartitionId.read(in), readRange(in));
          case DROP_RETIRED -> new HostCommand.DropPartition(PartitionId.read(in), null);
          default -> throw OrreryException.corrupted("a host knows no command of the kind " + kind);
        };
    in.requireEnd();
    return command;
  }

  public static byte[] encode(HostOutcome outcome) {
    ByteWriter out = new ByteWriter(16).writeByte(FORMAT);
    switch (outcome) {
      case HostOutcome.Done(boolean changed) -> out.writeByte(DONE).writeByte(changed ? 1 : 0);
      case HostOutcome.Declined(String reason) ->
          out.writeByte(DECLINED).writeBlock(reason.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  public static HostOutcome decodeOutcome(byte[] bytes) {
    ByteReader in = open(bytes);
    int kind = in.readByte();
    HostOutcome outcome =
        switch (kind) {
          case DONE -> new HostOutcome.Done(in.readByte() != 0);
          case DECLINED ->
              new HostOutcome.Declined(new String(in.readBlock(), StandardCharsets.UTF_8));
          default -> throw OrreryException.corrupted("a host gives no outcome " + kind);
        };
    in.requireEnd();
    return outcome;
  }

  private static ByteReader open(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a host's message has the unknown format " + format);
    }
    return in;
  }

  private static void writeRange(ByteWriter out, HashRange range) {
    out.writeBlock(range.min().bytes()).writeBlock(range.max().bytes());
  }

  private static HashRange readRange(ByteReader in) {
    var min = EffectivePartitionKey.of(in.readBlock());
    var max = EffectivePartitionKey.of(in.readBlock());
    if (min.compareTo(max) >= 0) {
      throw OrreryException.corrupted("a partition's range is empty");
    }
    return new HashRange(min, max);
  }
}
