// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.command.OutcomeCodec;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.fragment.FragmentPageCodec;
import io.orrery.partition.fragment.ReadState;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.service.PartitionAnswer.Description;
import io.orrery.partition.service.PartitionAnswer.Heaviest.Weight;
import io.orrery.partition.throughput.HotKey;
import io.orrery.partition.throughput.Spending;

/// Answers as bytes: a kind, then what that kind has.
final class AnswerCodec {
  private static final int SUBMITTED = 1;
  private static final int FOUND = 2;
  private static final int FOUND_ALL = 3;
  private static final int ROWS = 4;
  private static final int CHANGES = 5;
  private static final int DESCRIPTION = 6;
  private static final int HEAVIEST = 7;
  private static final int HOTTEST = 8;
  private static final int MAINTAINED = 9;
  private static final int SPENT = 10;
  private static final int PROVISIONED = 11;
  private static final int SPLIT_POINT = 12;
  private static final int COUNTED = 13;
  private static final int OPENED = 14;
  private static final int ESTIMATED = 15;
  private static final int FRAGMENT_READ = 16;
  private static final int READ_CLOSED = 17;

  private AnswerCodec() {}

  static void write(ByteWriter out, PartitionAnswer answer) {
    switch (answer) {
      case PartitionAnswer.Submitted(var outcome) ->
          out.writeByte(SUBMITTED).writeBlock(OutcomeCodec.encode(outcome));
      case PartitionAnswer.Found(var item, long lsn) ->
          MessageParts.writeOptionalItem(head(out, FOUND, lsn), item);
      case PartitionAnswer.FoundAll found -> {
        writeSight(head(out, FOUND_ALL, found.lsn()), found.outdated(), found.asOfMillis());
        out.writeSignedVarint(found.changed());
        MessageParts.writeList(out, found.items(), MessageParts::writeOptionalItem);
      }
      case PartitionAnswer.Rows rows -> {
        writeSight(head(out, ROWS, rows.lsn()), rows.outdated(), rows.asOfMillis());
        out.writeVarint(rows.changed());
        MessageParts.writeList(out, rows.rows(), AnswerCodec::writeRow);
        MessageParts.writeFlag(out, rows.more());
        MessageParts.writeCharge(out, rows.charge());
      }
      case PartitionAnswer.Opened(ReadState state) -> state.write(head(out, OPENED, state.lsn()));
      case PartitionAnswer.Estimated(long number, long lsn) ->
          head(out, ESTIMATED, lsn).writeVarint(number);
      case PartitionAnswer.FragmentRead(var page, long lsn) ->
          head(out, FRAGMENT_READ, lsn).writeBlock(FragmentPageCodec.write(page));
      case PartitionAnswer.ReadClosed(var charge, long lsn) ->
          MessageParts.writeCharge(head(out, READ_CLOSED, lsn), charge);
      case PartitionAnswer.Changes changes -> {
        head(out, CHANGES, changes.lsn());
        MessageParts.writeList(out, changes.changes(), AnswerCodec::writeChange);
        out.writeVarint(changes.reached());
        MessageParts.writeFlag(out, changes.more());
        MessageParts.writeCharge(out, changes.charge());
      }
      case Description description ->
          writeDescription(head(out, DESCRIPTION, description.lsn()), description);
      case PartitionAnswer.Heaviest(var partitions, long lsn) ->
          MessageParts.writeList(head(out, HEAVIEST, lsn), partitions, AnswerCodec::writeWeight);
      case PartitionAnswer.Hottest(var keys, long lsn) ->
          MessageParts.writeList(head(out, HOTTEST, lsn), keys, AnswerCodec::writeHotKey);
      case PartitionAnswer.Maintained(boolean worked, long lsn) ->
          MessageParts.writeFlag(head(out, MAINTAINED, lsn), worked);
      case PartitionAnswer.Spent(var charge, long lsn) ->
          MessageParts.writeCharge(head(out, SPENT, lsn), charge);
      case PartitionAnswer.Provisioned(long lsn) -> head(out, PROVISIONED, lsn);
      case PartitionAnswer.SplitPoint(var at, long lsn) ->
          MessageParts.writeNullable(head(out, SPLIT_POINT, lsn), at, MessageParts::writePosition);
      case PartitionAnswer.Counted(Counters counters, long lsn) ->
          counters.write(head(out, COUNTED, lsn));
    }
  }

  static PartitionAnswer read(ByteReader in) {
    int kind = in.readByte();
    if (kind == SUBMITTED) {
      return new PartitionAnswer.Submitted(OutcomeCodec.decode(in.readBlock()));
    }
    long lsn = MessageParts.readNumber(in);
    return switch (kind) {
      case FOUND -> new PartitionAnswer.Found(MessageParts.readOptionalItem(in), lsn);
      case FOUND_ALL -> readFoundAll(in, lsn);
      case ROWS -> readRows(in, lsn);
      case OPENED -> new PartitionAnswer.Opened(ReadState.read(in));
      case ESTIMATED -> new PartitionAnswer.Estimated(MessageParts.readNumber(in), lsn);
      case FRAGMENT_READ ->
          new PartitionAnswer.FragmentRead(FragmentPageCodec.read(in.readBlock()), lsn);
      case READ_CLOSED -> new PartitionAnswer.ReadClosed(MessageParts.readCharge(in), lsn);
      case CHANGES -> readChanges(in, lsn);
      case DESCRIPTION -> readDescription(in, lsn);
      case HEAVIEST ->
          new PartitionAnswer.Heaviest(MessageParts.readList(in, AnswerCodec::readWeight), lsn);
      case HOTTEST ->
          new PartitionAnswer.Hottest(MessageParts.readList(in, AnswerCodec::readHotKey), lsn);
      case MAINTAINED -> new PartitionAnswer.Maintained(MessageParts.readFlag(in), lsn);
      case SPENT -> new PartitionAnswer.Spent(MessageParts.readCharge(in), lsn);
      case PROVISIONED -> new PartitionAnswer.Provisioned(lsn);
      case SPLIT_POINT ->
          new PartitionAnswer.SplitPoint(
              MessageParts.readNullable(in, MessageParts::readPosition), lsn);
      case COUNTED -> new PartitionAnswer.Counted(Counters.read(in), lsn);
      default -> throw OrreryException.corrupted("there is no answer of the kind " + kind);
    };
  }

  private static ByteWriter head(ByteWriter out, int kind, long lsn) {
    return out.writeByte(kind).writeVarint(lsn);
  }

  private static void writeSight(ByteWriter out, boolean outdated, long asOfMillis) {
    MessageParts.writeFlag(out, outdated);
    out.writeVarint(asOfMillis);
  }

  private static PartitionAnswer.FoundAll readFoundAll(ByteReader in, long lsn) {
    boolean outdated = MessageParts.readFlag(in);
    long asOfMillis = MessageParts.readNumber(in);
    long changed = in.readSignedVarint();
    return new PartitionAnswer.FoundAll(
        outdated,
        MessageParts.readList(in, MessageParts::readOptionalItem),
        asOfMillis,
        changed,
        lsn);
  }

  private static PartitionAnswer.Rows readRows(ByteReader in, long lsn) {
    return new PartitionAnswer.Rows(
        MessageParts.readFlag(in),
        MessageParts.readNumber(in),
        MessageParts.readNumber(in),
        MessageParts.readList(in, AnswerCodec::readRow),
        MessageParts.readFlag(in),
        lsn,
        MessageParts.readCharge(in));
  }

  private static void writeRow(ByteWriter out, KeyedItem row) {
    MessageParts.writeKey(out, row.key());
    MessageParts.writeItem(out, row.item());
  }

  private static KeyedItem readRow(ByteReader in) {
    return new KeyedItem(MessageParts.readKey(in), MessageParts.readItem(in));
  }

  private static PartitionAnswer.Changes readChanges(ByteReader in, long lsn) {
    return new PartitionAnswer.Changes(
        MessageParts.readList(in, AnswerCodec::readChange),
        MessageParts.readNumber(in),
        MessageParts.readFlag(in),
        lsn,
        MessageParts.readCharge(in));
  }

  private static void writeChange(ByteWriter out, ChangedItem change) {
    change.version().write(out);
    out.writeByte(change.operation().code()).writeVarint(change.timeMillis());
    MessageParts.writeKey(out, change.key());
    MessageParts.writeOptionalItem(out, change.current());
    MessageParts.writeOptionalItem(out, change.previous());
  }

  private static ChangedItem readChange(ByteReader in) {
    return new ChangedItem(
        ItemVersion.read(in),
        Change.Operation.ofCode(in.readByte()),
        MessageParts.readNumber(in),
        MessageParts.readKey(in),
        MessageParts.readOptionalItem(in),
        MessageParts.readOptionalItem(in));
  }

  private static void writeDescription(ByteWriter out, Description description) {
    MessageParts.writeRange(out, description.range());
    MessageParts.writeFlag(out, description.retired());
    MessageParts.writeFlag(out, description.inheriting());
    description.counters().write(out);
    out.writeSignedVarint(description.historySince()).writeVarint(description.historyPurged());
    description.settings().write(out);
    MessageParts.writeNullable(out, description.indexedUpTo(), ByteWriter::writeBlock);
    MessageParts.writeFlag(out, description.heldUp());
    out.writeVarint(description.unitsPerSecond());
    out.writeVarint(description.spending().thousandths());
    out.writeVarint(description.spending().requests());
    out.writeVarint(description.spending().throttled());
    out.writeVarint(description.failures());
    MessageParts.writeNullable(out, description.fault(), MessageParts::writeText);
  }

  private static Description readDescription(ByteReader in, long lsn) {
    return new Description(
        MessageParts.readRange(in),
        MessageParts.readFlag(in),
        MessageParts.readFlag(in),
        lsn,
        Counters.read(in),
        in.readSignedVarint(),
        MessageParts.readNumber(in),
        PartitionSettings.read(in),
        MessageParts.readNullable(in, ByteReader::readBlock),
        MessageParts.readFlag(in),
        MessageParts.readNumber(in),
        new Spending(
            MessageParts.readNumber(in), MessageParts.readNumber(in), MessageParts.readNumber(in)),
        MessageParts.readNumber(in),
        MessageParts.readNullable(in, MessageParts::readText));
  }

  private static void writeWeight(ByteWriter out, Weight weight) {
    MessageParts.writeKey(out, weight.key());
    weight.counters().write(out);
  }

  private static Weight readWeight(ByteReader in) {
    return new Weight(MessageParts.readKey(in), Counters.read(in));
  }

  private static void writeHotKey(ByteWriter out, HotKey key) {
    MessageParts.writeKey(out, key.key());
    out.writeVarint(key.thousandths()).writeVarint(key.errorThousandths());
  }

  private static HotKey readHotKey(ByteReader in) {
    return new HotKey(
        MessageParts.readKey(in), MessageParts.readNumber(in), MessageParts.readNumber(in));
  }
}
