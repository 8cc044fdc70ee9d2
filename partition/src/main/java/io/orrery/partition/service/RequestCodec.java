// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.Direction;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.RowRange;
import io.orrery.partition.command.CommandCodec;
import io.orrery.partition.fragment.FragmentCodec;
import io.orrery.partition.service.PartitionRequest.Provision.Share;
import io.orrery.partition.service.PartitionRequest.ReadChanges;
import io.orrery.partition.service.PartitionRequest.Sight;

/// Requests as bytes: a kind, then what that kind has.
final class RequestCodec {
  private static final int SUBMIT = 1;
  private static final int FIND = 2;
  private static final int FIND_ALL = 3;
  private static final int SCAN_ROWS = 4;
  private static final int READ_CHANGES = 5;
  private static final int DESCRIBE = 6;
  private static final int FIND_HEAVIEST = 7;
  private static final int FIND_HOTTEST = 8;
  private static final int MAINTAIN = 9;
  private static final int SPEND = 10;
  private static final int PROVISION = 11;
  private static final int FIND_SPLIT_POINT = 12;
  private static final int COUNT_LEFT = 13;
  private static final int OPEN_READ = 14;
  private static final int ESTIMATE_READ = 15;
  private static final int READ_FRAGMENT = 16;
  private static final int CLOSE_READ = 17;

  private RequestCodec() {}

  static void write(ByteWriter out, PartitionRequest<?> request) {
    switch (request) {
      case PartitionRequest.Submit(var command) ->
          out.writeByte(SUBMIT).writeBlock(CommandCodec.encode(command));
      case PartitionRequest.Find(var key) -> MessageParts.writeKey(out.writeByte(FIND), key);
      case PartitionRequest.FindAll(Sight sight, var keys) -> {
        writeSight(out.writeByte(FIND_ALL), sight);
        MessageParts.writeList(out, keys, MessageParts::writeKey);
      }
      case PartitionRequest.ScanRows scan -> writeScan(out.writeByte(SCAN_ROWS), scan);
      case PartitionRequest.OpenRead _ -> out.writeByte(OPEN_READ);
      case PartitionRequest.EstimateRead(long lease, var question) ->
          out.writeByte(ESTIMATE_READ).writeLong(lease).writeBlock(FragmentCodec.write(question));
      case PartitionRequest.ReadFragment(long lease, var fragment, boolean measured) -> {
        out.writeByte(READ_FRAGMENT).writeLong(lease).writeBlock(FragmentCodec.write(fragment));
        MessageParts.writeFlag(out, measured);
      }
      case PartitionRequest.CloseRead(long lease, boolean charged, var only) -> {
        MessageParts.writeFlag(out.writeByte(CLOSE_READ).writeLong(lease), charged);
        MessageParts.writeNullable(out, only, MessageParts::writeKey);
      }
      case ReadChanges read -> writeChanges(out.writeByte(READ_CHANGES), read);
      case PartitionRequest.Describe _ -> out.writeByte(DESCRIBE);
      case PartitionRequest.FindHeaviest(int count) ->
          out.writeByte(FIND_HEAVIEST).writeVarint(count);
      case PartitionRequest.FindHottest(int count) ->
          out.writeByte(FIND_HOTTEST).writeVarint(count);
      case PartitionRequest.Maintain(int itemsMax) -> out.writeByte(MAINTAIN).writeVarint(itemsMax);
      case PartitionRequest.Spend(var partition, var charge) -> {
        MessageParts.writeKey(out.writeByte(SPEND), partition);
        MessageParts.writeCharge(out, charge);
      }
      case PartitionRequest.Provision(Share share, long unitsPerSecond) -> {
        writeShare(out.writeByte(PROVISION), share);
        out.writeVarint(unitsPerSecond);
      }
      case PartitionRequest.FindSplitPoint _ -> out.writeByte(FIND_SPLIT_POINT);
      case PartitionRequest.CountLeft(var at) ->
          MessageParts.writePosition(out.writeByte(COUNT_LEFT), at);
    }
  }

  static PartitionRequest<?> read(ByteReader in) {
    int kind = in.readByte();
    return switch (kind) {
      case SUBMIT -> new PartitionRequest.Submit(CommandCodec.decode(in.readBlock()));
      case FIND -> new PartitionRequest.Find(MessageParts.readKey(in));
      case FIND_ALL ->
          new PartitionRequest.FindAll(
              readSight(in), MessageParts.readList(in, MessageParts::readKey));
      case SCAN_ROWS -> readScan(in);
      case OPEN_READ -> new PartitionRequest.OpenRead();
      case ESTIMATE_READ ->
          new PartitionRequest.EstimateRead(
              in.readLong(), FragmentCodec.readEstimate(in.readBlock()));
      case READ_FRAGMENT ->
          new PartitionRequest.ReadFragment(
              in.readLong(), FragmentCodec.readFragment(in.readBlock()), MessageParts.readFlag(in));
      case CLOSE_READ ->
          new PartitionRequest.CloseRead(
              in.readLong(),
              MessageParts.readFlag(in),
              MessageParts.readNullable(in, MessageParts::readKey));
      case READ_CHANGES -> readChanges(in);
      case DESCRIBE -> new PartitionRequest.Describe();
      case FIND_HEAVIEST -> new PartitionRequest.FindHeaviest(in.readLength());
      case FIND_HOTTEST -> new PartitionRequest.FindHottest(in.readLength());
      case MAINTAIN -> new PartitionRequest.Maintain(in.readLength());
      case SPEND ->
          new PartitionRequest.Spend(MessageParts.readKey(in), MessageParts.readCharge(in));
      case PROVISION -> new PartitionRequest.Provision(readShare(in), MessageParts.readNumber(in));
      case FIND_SPLIT_POINT -> new PartitionRequest.FindSplitPoint();
      case COUNT_LEFT -> new PartitionRequest.CountLeft(MessageParts.readPosition(in));
      default -> throw OrreryException.corrupted("there is no request of the kind " + kind);
    };
  }

  private static void writeSight(ByteWriter out, Sight sight) {
    MessageParts.writeKey(out, sight.partition());
    out.writeVarint(sight.asOfMillis()).writeSignedVarint(sight.lsn());
    out.writeSignedVarint(sight.changed());
    CommandCodec.writeExpectations(out, sight.expectations());
  }

  private static Sight readSight(ByteReader in) {
    return new Sight(
        MessageParts.readKey(in),
        MessageParts.readNumber(in),
        in.readSignedVarint(),
        in.readSignedVarint(),
        CommandCodec.readExpectations(in));
  }

  private static void writeScan(ByteWriter out, PartitionRequest.ScanRows scan) {
    writeSight(out, scan.sight());
    out.writeBlock(scan.rows().from());
    MessageParts.writeNullable(out, scan.rows().to(), ByteWriter::writeBlock);
    MessageParts.writeFlag(out, scan.direction() == Direction.REVERSE);
    out.writeVarint(scan.itemsMax()).writeVarint(scan.bytesMax());
  }

  private static PartitionRequest.ScanRows readScan(ByteReader in) {
    return new PartitionRequest.ScanRows(
        readSight(in),
        new RowRange(in.readBlock(), MessageParts.readNullable(in, ByteReader::readBlock)),
        MessageParts.readFlag(in) ? Direction.REVERSE : Direction.FORWARD,
        in.readLength(),
        MessageParts.readNumber(in));
  }

  private static void writeChanges(ByteWriter out, ReadChanges read) {
    MessageParts.writeFlag(out, read.versions() == ReadChanges.Versions.ALL);
    MessageParts.writeRange(out, read.range());
    MessageParts.writeNullable(out, read.only(), MessageParts::writeKey);
    out.writeVarint(read.lsnAfter()).writeVarint(read.startMillis());
    out.writeVarint(read.changesMax()).writeVarint(read.bytesMax());
    out.writeVarint(read.waitMillis());
  }

  private static ReadChanges readChanges(ByteReader in) {
    return new ReadChanges(
        MessageParts.readFlag(in) ? ReadChanges.Versions.ALL : ReadChanges.Versions.LATEST,
        MessageParts.readRange(in),
        MessageParts.readNullable(in, MessageParts::readKey),
        MessageParts.readNumber(in),
        MessageParts.readNumber(in),
        in.readLength(),
        MessageParts.readNumber(in),
        MessageParts.readNumber(in));
  }

  private static void writeShare(ByteWriter out, Share share) {
    MessageParts.writeFlag(out, share instanceof Share.Of);
    switch (share) {
      case Share.Own _ -> {}
      case Share.Of(int database, int part) -> out.writeVarint(database).writeVarint(part);
    }
  }

  private static Share readShare(ByteReader in) {
    return MessageParts.readFlag(in)
        ? new Share.Of(in.readLength(), in.readLength())
        : new Share.Own();
  }
}
