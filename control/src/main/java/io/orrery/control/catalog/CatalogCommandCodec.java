// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.control.catalog.CatalogCommand.AbandonSplit;
import io.orrery.control.catalog.CatalogCommand.BeginSplit;
import io.orrery.control.catalog.CatalogCommand.ChangeContainerThroughput;
import io.orrery.control.catalog.CatalogCommand.ChangeDatabaseThroughput;
import io.orrery.control.catalog.CatalogCommand.CompleteSplit;
import io.orrery.control.catalog.CatalogCommand.ConfirmPartitions;
import io.orrery.control.catalog.CatalogCommand.CreateContainer;
import io.orrery.control.catalog.CatalogCommand.CreateDatabase;
import io.orrery.control.catalog.CatalogCommand.CreateResource;
import io.orrery.control.catalog.CatalogCommand.DeleteResource;
import io.orrery.control.catalog.CatalogCommand.DropContainer;
import io.orrery.control.catalog.CatalogCommand.DropDatabase;
import io.orrery.control.catalog.CatalogCommand.ForgetContainer;
import io.orrery.control.catalog.CatalogCommand.ForgetPartition;
import io.orrery.control.catalog.CatalogCommand.InitializeAccount;
import io.orrery.control.catalog.CatalogCommand.RenameContainer;
import io.orrery.control.catalog.CatalogCommand.ReplaceAccountKey;
import io.orrery.control.catalog.CatalogCommand.ReplaceDefinition;
import io.orrery.control.catalog.CatalogCommand.ReplaceResource;
import io.orrery.control.catalog.CatalogCommand.SetApiProperties;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.CatalogText;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.container.Api;
import io.orrery.model.container.Throughput;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;

/// Commands of the catalog as bytes: what a replicated log holds, so what was written once must
/// stay readable.
///
/// ```
/// format kind time, then by kind
/// ```
///
/// Codes are never used again for anything else; a form that changes gets a new code.
public final class CatalogCommandCodec {
  private static final int FORMAT = 1;

  private static final int INITIALIZE_ACCOUNT = 1;
  private static final int REPLACE_ACCOUNT_KEY = 2;
  private static final int CREATE_DATABASE = 3;
  private static final int CHANGE_DATABASE_THROUGHPUT = 4;
  private static final int DROP_DATABASE = 5;
  private static final int CREATE_CONTAINER = 6;
  private static final int CONFIRM_PARTITIONS = 7;
  private static final int REPLACE_DEFINITION = 8;
  private static final int CHANGE_CONTAINER_THROUGHPUT = 9;
  private static final int DROP_CONTAINER = 10;
  private static final int FORGET_CONTAINER = 11;
  private static final int BEGIN_SPLIT = 12;
  private static final int COMPLETE_SPLIT = 13;
  private static final int ABANDON_SPLIT = 14;
  private static final int FORGET_PARTITION = 15;
  private static final int CREATE_RESOURCE = 16;
  private static final int REPLACE_RESOURCE = 17;
  private static final int DELETE_RESOURCE = 18;
  private static final int SET_API_PROPERTIES = 19;
  private static final int RENAME_CONTAINER = 20;

  private CatalogCommandCodec() {}

  public static byte[] encode(CatalogCommand command) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    out.writeByte(kind(command)).writeVarint(command.timeMillis());
    switch (command) {
      case InitializeAccount it -> out.writeBlock(it.keys().encode());
      case ReplaceAccountKey it -> out.writeByte(it.name().code()).writeBlock(it.key());
      case SetApiProperties it ->
          out.writeByte(it.api().code()).writeVarint(it.revision()).writeBlock(it.content());
      case CreateDatabase it -> {
        CatalogText.write(out, it.name());
        Throughput.writeOptional(out, it.throughput());
      }
      case ChangeDatabaseThroughput it -> it.throughput().write(out.writeVarint(it.database()));
      case DropDatabase it -> out.writeVarint(it.database());
      case CreateContainer it -> {
        CatalogText.write(out.writeVarint(it.database()), it.name());
        it.definition().write(out);
        Throughput.writeOptional(out, it.throughput());
        out.writeVarint(it.ranges().size());
        it.ranges().forEach(range -> PartitionMap.writeRange(out, range));
      }
      case ConfirmPartitions it -> {
        out.writeVarint(it.containers().size());
        it.containers().forEach(out::writeVarint);
      }
      case ReplaceDefinition it ->
          it.definition().write(out.writeVarint(it.container()).writeVarint(it.revision()));
      case ChangeContainerThroughput it -> it.throughput().write(out.writeVarint(it.container()));
      case RenameContainer it -> {
        CatalogText.write(out.writeVarint(it.container()), it.name());
        out.writeByte(it.replaces() ? 1 : 0);
      }
      case DropContainer it -> out.writeVarint(it.container());
      case ForgetContainer it -> out.writeVarint(it.container());
      case BeginSplit it ->
          out.writeVarint(it.container()).writeVarint(it.ordinal()).writeBlock(it.at().bytes());
      case CompleteSplit it -> out.writeVarint(it.container());
      case AbandonSplit it -> out.writeVarint(it.container());
      case ForgetPartition it -> out.writeVarint(it.container()).writeVarint(it.ordinal());
      case CreateResource it -> {
        it.siblings().write(out);
        CatalogText.write(out, it.name());
        out.writeVarint(it.countMax());
        it.content().write(out);
      }
      case ReplaceResource it -> {
        it.siblings().write(out);
        out.writeVarint(it.number()).writeVarint(it.revision());
        CatalogText.write(out, it.name());
        it.content().write(out);
      }
      case DeleteResource it -> {
        it.siblings().write(out);
        out.writeVarint(it.number());
      }
    }
    return out.toByteArray();
  }

  private static int kind(CatalogCommand command) {
    return switch (command) {
      case InitializeAccount _ -> INITIALIZE_ACCOUNT;
      case ReplaceAccountKey _ -> REPLACE_ACCOUNT_KEY;
      case SetApiProperties _ -> SET_API_PROPERTIES;
      case CreateDatabase _ -> CREATE_DATABASE;
      case ChangeDatabaseThroughput _ -> CHANGE_DATABASE_THROUGHPUT;
      case DropDatabase _ -> DROP_DATABASE;
      case CreateContainer _ -> CREATE_CONTAINER;
      case ConfirmPartitions _ -> CONFIRM_PARTITIONS;
      case ReplaceDefinition _ -> REPLACE_DEFINITION;
      case ChangeContainerThroughput _ -> CHANGE_CONTAINER_THROUGHPUT;
      case RenameContainer _ -> RENAME_CONTAINER;
      case DropContainer _ -> DROP_CONTAINER;
      case ForgetContainer _ -> FORGET_CONTAINER;
      case BeginSplit _ -> BEGIN_SPLIT;
      case CompleteSplit _ -> COMPLETE_SPLIT;
      case AbandonSplit _ -> ABANDON_SPLIT;
      case ForgetPartition _ -> FORGET_PARTITION;
      case CreateResource _ -> CREATE_RESOURCE;
      case ReplaceResource _ -> REPLACE_RESOURCE;
      case DeleteResource _ -> DELETE_RESOURCE;
    };
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  public static CatalogCommand decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a catalog command has the unknown format " + format);
    }
    int kind = in.readByte();
    long time = in.readVarint();
    if (time < 0) {
      throw OrreryException.corrupted("a catalog command's time is negative");
    }
    CatalogCommand command = read(in, kind, time);
    in.requireEnd();
    return command;
  }

  private static CatalogCommand read(ByteReader in, int kind, long time) {
    return switch (kind) {
      case INITIALIZE_ACCOUNT -> new InitializeAccount(time, AccountKeys.decode(in.readBlock()));
      case REPLACE_ACCOUNT_KEY ->
          new ReplaceAccountKey(time, AccountKeys.Name.ofCode(in.readByte()), in.readBlock());
      case CREATE_DATABASE ->
          new CreateDatabase(time, CatalogText.read(in), Throughput.readOptional(in));
      case CHANGE_DATABASE_THROUGHPUT ->
          new ChangeDatabaseThroughput(time, in.readLength(), Throughput.read(in));
      case DROP_DATABASE -> new DropDatabase(time, in.readLength());
      case CREATE_CONTAINER ->
          new CreateContainer(
              time,
              in.readLength(),
              CatalogText.read(in),
              ContainerDefinition.read(in),
              Throughput.readOptional(in),
              ranges(in));
      case CONFIRM_PARTITIONS -> new ConfirmPartitions(time, numbers(in));
      case REPLACE_DEFINITION ->
          new ReplaceDefinition(
              time, in.readLength(), in.readVarint(), ContainerDefinition.read(in));
      case CHANGE_CONTAINER_THROUGHPUT ->
          new ChangeContainerThroughput(time, in.readLength(), Throughput.read(in));
      case RENAME_CONTAINER ->
          new RenameContainer(time, in.readLength(), CatalogText.read(in), in.readByte() == 1);
      case DROP_CONTAINER -> new DropContainer(time, in.readLength());
      case FORGET_CONTAINER -> new ForgetContainer(time, in.readLength());
      case BEGIN_SPLIT ->
          new BeginSplit(
              time, in.readLength(), in.readLength(), EffectivePartitionKey.of(in.readBlock()));
      case COMPLETE_SPLIT -> new CompleteSplit(time, in.readLength());
      case ABANDON_SPLIT -> new AbandonSplit(time, in.readLength());
      case FORGET_PARTITION -> new ForgetPartition(time, in.readLength(), in.readLength());
      case CREATE_RESOURCE -> readCreateResource(in, time);
      case REPLACE_RESOURCE -> readReplaceResource(in, time);
      case DELETE_RESOURCE -> new DeleteResource(time, Siblings.read(in), in.readLength());
      case SET_API_PROPERTIES ->
          new SetApiProperties(time, Api.ofCode(in.readByte()), in.readVarint(), in.readBlock());
      default -> throw OrreryException.corrupted("there is no catalog command of the kind " + kind);
    };
  }

  private static CatalogCommand readCreateResource(ByteReader in, long time) {
    Siblings siblings = Siblings.read(in);
    String name = CatalogText.read(in);
    int countMax = in.readLength();
    return new CreateResource(time, siblings, name, siblings.readContent(in), countMax);
  }

  private static CatalogCommand readReplaceResource(ByteReader in, long time) {
    Siblings siblings = Siblings.read(in);
    int number = in.readLength();
    long revision = in.readVarint();
    String name = CatalogText.read(in);
    return new ReplaceResource(time, siblings, number, revision, name, siblings.readContent(in));
  }

  // Lists grow with what is really there: a count alone reserves nothing.

  private static List<HashRange> ranges(ByteReader in) {
    List<HashRange> ranges = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      ranges.add(PartitionMap.readRange(in));
    }
    return ranges;
  }

  private static List<Integer> numbers(ByteReader in) {
    List<Integer> numbers = new ArrayList<>();
    for (int count = in.readLength(); count > 0; count--) {
      numbers.add(in.readLength());
    }
    return numbers;
  }
}
