// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// One file of RocksDB's log, read without RocksDB: how much of it is intact, and whether what is
/// not was ever whole.
///
/// A file that was used before holds records of its earlier life behind those of the present one.
/// Every record names the log it was written for, so the two can be told apart:
///
/// ```
/// file    blocks of 32 KB; records fill them from the front, none crosses a border
/// record  checksum (4) | length (2) | type (1) | number of the log (4) | a batch, or a part of one
/// ```
///
/// A block always begins with a record's head, in this life or an earlier one. So records behind a
/// damaged one are looked for there, and nothing that a client has stored is taken for one.
///
/// @param number of the log, from its name
/// @param form which of RocksDB's two formats it has
/// @param intact how many bytes from the beginning on are whole records of this log
/// @param records whether any of them is a batch
/// @param proves whether any of these batches was begun after everything before it was durable
/// @param torn whether parts of this log lie behind them
/// @param provesBehind whether any of these parts is the beginning of such a batch
record LogFile(
    Path path,
    long number,
    Form form,
    long intact,
    boolean records,
    boolean proves,
    boolean torn,
    boolean provesBehind) {

  /// How the records of a log look.
  enum Form {
    /// There are none.
    EMPTY,
    /// Without the number of the log, as in files that are never used again.
    PLAIN,
    /// As above.
    NUMBERED
  }

  static final String SUFFIX = ".log";

  static LogFile read(Path path) throws IOException {
    String name = path.getFileName().toString();
    long number = Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer bytes =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena).asByteBuffer();
      return new Reading(bytes.order(ByteOrder.LITTLE_ENDIAN), (int) number).of(path, number);
    }
  }

  /// The walk through a file, from its beginning to where it is no longer intact, and on.
  private static final class Reading {
    private static final int BLOCK_BYTES = 32 << 10;
    private static final int HEAD_BYTES = 11;
    private static final int CRC_BYTES = 4;
    private static final int CRC_DELTA = 0xa282ead8;
    private static final int TYPE_AT = 6;
    private static final int NUMBER_AT = 7;

    private static final int PLAIN_LAST = 4;
    private static final int FULL = 5;
    private static final int FIRST = 6;
    private static final int MIDDLE = 7;
    private static final int LAST = 8;
    private static final int PLAIN_PREDECESSOR = 130;
    private static final int PREDECESSOR = 131;

    private static final int NOT_WHOLE = -1;

    private final ByteBuffer file;
    private final int number;
    private final CRC32C crc = new CRC32C();

    private long intact;
    private boolean records;
    private boolean proves;
    private boolean torn;
    private boolean provesBehind;

    Reading(ByteBuffer file, int number) {
      this.file = file;
      this.number = number;
    }

    LogFile of(Path path, long name) {
      if (isPlain()) {
        return new LogFile(path, name, Form.PLAIN, file.limit(), true, true, false, false);
      }
      lookBehind(walk());
      Form form = intact == 0 && !torn ? Form.EMPTY : Form.NUMBERED;
      return new LogFile(path, name, form, intact, records, proves, torn, provesBehind);
    }

    private boolean isPlain() {
      if (file.limit() <= TYPE_AT) {
        return false;
      }
      int type = typeAt(0);
      return type == PLAIN_PREDECESSOR || (type > 0 && type <= PLAIN_LAST);
    }

    /// Gives the place of the first record that is not whole, or not in its place.
    private int walk() {
      int at = 0;
      boolean inside = false;
      boolean begun = false;
      while (true) {
        int length = payloadAt(at);
        int type = length == NOT_WHOLE ? 0 : typeAt(at);
        boolean continues = type == MIDDLE || type == LAST;
        if (type == 0 || continues != inside) {
          torn = inside;
          return at;
        }
        begun = begun || beginsAfterSync(at);
        inside = type == FIRST || type == MIDDLE;
        at += HEAD_BYTES + length;
        if (!inside) {
          intact = at;
          records = records || type != PREDECESSOR;
          proves = begun;
        }
        at = withoutTrailer(at);
      }
    }

    /// Looks for records of this log from there on: in the rest of the block, as far as lengths
    /// lead to them, and from the beginning of each block that follows.
    private void lookBehind(int end) {
      boolean ours = isOursAt(end);
      torn = torn || ours;
      if (ours && payloadAt(end) == NOT_WHOLE) {
        int next = end + HEAD_BYTES + lengthAt(end);
        chain(next / BLOCK_BYTES == end / BLOCK_BYTES ? next : file.limit());
      } else {
        chain(end);
      }
      for (int block = blockAfter(end); block < file.limit(); block += BLOCK_BYTES) {
        chain(block);
      }
    }

    private void chain(int from) {
      int at = from;
      int length = payloadAt(at);
      while (length != NOT_WHOLE) {
        torn = true;
        provesBehind = provesBehind || beginsAfterSync(at);
        at += HEAD_BYTES + length;
        length = payloadAt(at);
      }
    }

    /// The rest of a block that has no room for a head is left out.
    private static int withoutTrailer(int at) {
      return BLOCK_BYTES - at % BLOCK_BYTES < HEAD_BYTES ? blockAfter(at) : at;
    }

    private static int blockAfter(int at) {
      return (at / BLOCK_BYTES + 1) * BLOCK_BYTES;
    }

    private boolean beginsAfterSync(int at) {
      int type = typeAt(at);
      return (type == FULL || type == FIRST)
          && SerializedBatch.isAfterSynced(file.slice(at + HEAD_BYTES, lengthAt(at)));
    }

    private boolean isOursAt(int at) {
      if (at % BLOCK_BYTES + HEAD_BYTES > BLOCK_BYTES || at + HEAD_BYTES > file.limit()) {
        return false;
      }
      int type = typeAt(at);
      return ((type >= FULL && type <= LAST) || type == PREDECESSOR)
          && file.getInt(at + NUMBER_AT) == number;
    }

    /// How many bytes follow the head of a whole record of this log.
    private int payloadAt(int at) {
      if (!isOursAt(at)) {
        return NOT_WHOLE;
      }
      int length = lengthAt(at);
      int end = at + HEAD_BYTES + length;
      if (at % BLOCK_BYTES + HEAD_BYTES + length > BLOCK_BYTES || end > file.limit()) {
        return NOT_WHOLE;
      }
      crc.reset();
      crc.update(file.slice(at + TYPE_AT, end - at - TYPE_AT));
      int value = (int) crc.getValue();
      return Integer.rotateRight(value, 15) + CRC_DELTA == file.getInt(at) ? length : NOT_WHOLE;
    }

    private int lengthAt(int at) {
      return Short.toUnsignedInt(file.getShort(at + CRC_BYTES));
    }

    private int typeAt(int at) {
      return Byte.toUnsignedInt(file.get(at + TYPE_AT));
    }
  }
}
