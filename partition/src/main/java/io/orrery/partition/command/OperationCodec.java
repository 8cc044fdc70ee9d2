// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.command;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Cell;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.cells.CellCodec;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.plan.update.UpdateCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The steps of a write as bytes: kind and flags in one, the key, what else the kind has.
final class OperationCodec {
  private static final int CREATE = 1;
  private static final int REPLACE = 2;
  private static final int UPSERT = 3;
  private static final int DELETE = 4;
  private static final int READ = 5;
  private static final int VERSION = 6;
  private static final int UNCHANGED = 7;
  private static final int MODIFY = 8;
  private static final int MODIFY_OR_INSERT = 9;
  private static final int MERGE = 10;
  private static final int REPLACE_EDITED = 11;

  private static final int HAS_EXPECTED = 0x40;
  private static final int INDEXED = 0x80;
  private static final int KIND = 0x3F;

  private OperationCodec() {}

  static void write(ByteWriter out, Operation operation) {
    switch (operation) {
      case Operation.Create(var key, var item) -> {
        writeHead(out, CREATE | indexed(item), key, null);
        writeItem(out, item);
      }
      case Operation.Replace(var key, var item, var expected, boolean edited) -> {
        int kind = edited ? REPLACE_EDITED : REPLACE;
        writeHead(out, kind | indexed(item), key, expected);
        writeItem(out, item);
      }
      case Operation.Upsert(var key, var item, var expected) -> {
        writeHead(out, UPSERT | indexed(item), key, expected);
        writeItem(out, item);
      }
      case Operation.Delete(var key, var expected) -> writeHead(out, DELETE, key, expected);
      case Operation.Read(var key, var expected) -> writeHead(out, READ, key, expected);
      case Operation.Modify(var key, var update, var insert, var expected) -> {
        int head = insert == null ? MODIFY : MODIFY_OR_INSERT | indexed(insert);
        writeHead(out, head, key, expected);
        if (insert != null) {
          writeItem(out, insert);
        }
        UpdateCodec.write(out, update);
      }
      case Operation.Merge(var key, var cells) -> {
        writeHead(out, MERGE, key, null);
        CellCodec.writeAll(out, cells);
      }
    }
  }

  static Operation read(ByteReader in) {
    int head = in.readByte();
    ItemKey key = ItemKey.decode(in.readBlock());
    ItemVersion expected = (head & HAS_EXPECTED) == 0 ? null : ItemVersion.read(in);
    boolean indexed = (head & INDEXED) != 0;
    return switch (head & KIND) {
      case CREATE -> {
        if (expected != null) {
          throw OrreryException.corrupted("a create expects a version");
        }
        yield new Operation.Create(key, readItem(in, indexed));
      }
      case REPLACE -> new Operation.Replace(key, readItem(in, indexed), expected, false);
      case REPLACE_EDITED -> new Operation.Replace(key, readItem(in, indexed), expected, true);
      case UPSERT -> new Operation.Upsert(key, readItem(in, indexed), expected);
      case DELETE -> new Operation.Delete(key, requireNoItem(indexed, expected));
      case READ -> new Operation.Read(key, requireNoItem(indexed, expected));
      case MODIFY ->
          new Operation.Modify(key, UpdateCodec.read(in), null, requireNoItem(indexed, expected));
      case MERGE -> {
        List<Cell> cells = CellCodec.readAll(in, Operation.Merge.CELLS_MAX);
        if (requireNoItem(indexed, expected) != null || cells.isEmpty()) {
          throw OrreryException.corrupted("cells are to be merged with a version, or none are");
        }
        yield new Operation.Merge(key, cells);
      }
      case MODIFY_OR_INSERT -> {
        NewItem insert = readItem(in, indexed);
        yield new Operation.Modify(key, UpdateCodec.read(in), insert, expected);
      }
      default -> throw OrreryException.corrupted("there is no operation of the kind " + head);
    };
  }

  static void write(ByteWriter out, Expectation expectation) {
    switch (expectation) {
      case Expectation.Version(var key, var version) -> writeHead(out, VERSION, key, version);
      case Expectation.Unchanged(var key, var lsn) -> {
        writeHead(out, UNCHANGED, key, null);
        out.writeVarint(lsn);
      }
    }
  }

  static Expectation readExpectation(ByteReader in) {
    int head = in.readByte();
    ItemKey key = ItemKey.decode(in.readBlock());
    ItemVersion version = (head & HAS_EXPECTED) == 0 ? null : ItemVersion.read(in);
    if (head == UNCHANGED) {
      return new Expectation.Unchanged(key, in.readVarint());
    }
    if ((head & ~HAS_EXPECTED) != VERSION) {
      throw OrreryException.corrupted("there is no expectation of the kind " + head);
    }
    return new Expectation.Version(key, version);
  }

  private static void writeHead(
      ByteWriter out, int head, ItemKey key, @Nullable ItemVersion expected) {
    out.writeByte(expected == null ? head : head | HAS_EXPECTED).writeBlock(key.encoded());
    if (expected != null) {
      expected.write(out);
    }
  }

  private static int indexed(NewItem item) {
    return item.indexed() ? INDEXED : 0;
  }

  private static void writeItem(ByteWriter out, NewItem item) {
    out.writeSignedVarint(item.ttlSeconds()).writeBlock(item.body());
  }

  private static NewItem readItem(ByteReader in, boolean indexed) {
    long ttlSeconds = in.readSignedVarint();
    if (ttlSeconds < Item.TTL_NEVER || ttlSeconds > Integer.MAX_VALUE) {
      throw OrreryException.corrupted("a time to live is out of range");
    }
    return new NewItem(in.readBlock(), (int) ttlSeconds, indexed);
  }

  private static @Nullable ItemVersion requireNoItem(
      boolean indexed, @Nullable ItemVersion expected) {
    if (indexed) {
      throw OrreryException.corrupted("an operation without an item is to index it");
    }
    return expected;
  }
}
