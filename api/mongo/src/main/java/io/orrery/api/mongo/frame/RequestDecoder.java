// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.frame.WireRequest.Form;
import io.orrery.model.OrreryException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// Reads messages.
public final class RequestDecoder {
  private static final int CHECKSUM_PRESENT = 1;
  private static final int MORE_TO_COME = 1 << 1;

  /// Of the flags that a receiver must know.
  private static final int UNKNOWN_REQUIRED = 0xFFFF & ~(CHECKSUM_PRESENT | MORE_TO_COME);

  private static final String COMMANDS = ".$cmd";
  private static final int SECTIONS_MAX = 64;

  /// What can be read in no time.
  private static final int SHORT_BYTES_MAX = 4096;

  private RequestDecoder() {}

  /// How long the content of a compressed message is by its own account; 0 if it is not compressed.
  public static int uncompressedBytes(ByteBuffer message) {
    ByteBuffer in = message.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int start = in.position();
    return in.remaining() >= OpCode.HEADER_BYTES + 9 && in.getInt(start + 12) == OpCode.COMPRESSED
        ? in.getInt(start + 20)
        : 0;
  }

  /// Whether a message is plain, short, and begins with this command: seen without reading it.
  public static boolean isShort(ByteBuffer message, byte[] command) {
    int start = message.arrayOffset() + message.position();
    int name = start + OpCode.HEADER_BYTES + Integer.BYTES + 1 + Integer.BYTES + 1;
    int length = message.remaining();
    return length <= SHORT_BYTES_MAX
        && length > name - start + command.length
        && message.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(message.position() + 12)
            == OpCode.MSG
        && message.array()[start + OpCode.HEADER_BYTES + Integer.BYTES] == 0
        && message.array()[name + command.length] == 0
        && Arrays.equals(message.array(), name, name + command.length, command, 0, command.length);
  }

  /// Reads one message, from its header on.
  ///
  /// @param bytesMax how long it may be once it is not compressed any more
  /// @throws BadMessageException if it is none
  public static WireRequest decode(ByteBuffer message, int bytesMax) {
    ByteBuffer in = message.slice().order(ByteOrder.LITTLE_ENDIAN);
    try {
      int id = in.getInt(4);
      int opCode = in.getInt(12);
      in.position(OpCode.HEADER_BYTES);
      if (opCode != OpCode.COMPRESSED) {
        return content(id, opCode, in, Optional.empty());
      }
      int original = in.getInt();
      int uncompressed = in.getInt();
      Compressor compressor = Compressor.ofNumber(in.get() & 0xFF);
      if (uncompressed < 0 || uncompressed > bytesMax - OpCode.HEADER_BYTES) {
        throw new BadMessageException("a compressed message is too long");
      }
      byte[] plain =
          compressor.decompress(
              in.array(), in.arrayOffset() + in.position(), in.remaining(), uncompressed);
      ByteBuffer content = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
      return content(id, original, content, Optional.of(compressor));
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new BadMessageException("a message is cut off", e);
    } catch (OrreryException noBson) {
      throw new BadMessageException("a message has no document in it", noBson);
    }
  }

  private static WireRequest content(
      int id, int opCode, ByteBuffer in, Optional<Compressor> compressor) {
    return switch (opCode) {
      case OpCode.MSG -> message(id, in, compressor);
      case OpCode.QUERY -> query(id, in, compressor);
      default -> throw new BadMessageException("the opcode " + opCode + " is not known");
    };
  }

  private static WireRequest message(int id, ByteBuffer in, Optional<Compressor> compressor) {
    int flags = in.getInt();
    if ((flags & UNKNOWN_REQUIRED) != 0) {
      throw new BadMessageException("a message has unknown flags");
    }
    if ((flags & CHECKSUM_PRESENT) != 0) {
      verifyChecksum(in, compressor.isPresent());
    }
    RawDocument body = null;
    Map<String, List<RawDocument>> sequences = new HashMap<>();
    for (int sections = 0; in.hasRemaining(); sections++) {
      int kind = in.get();
      if (sections == SECTIONS_MAX || kind < 0 || kind > 1 || (kind == 0 && body != null)) {
        throw new BadMessageException("a message has a section that cannot be there");
      }
      if (kind == 0) {
        body = document(in);
      } else if (sequence(in, sequences) != null) {
        throw new BadMessageException("a message has two sequences of one name");
      }
    }
    if (body == null) {
      throw new BadMessageException("a message has no body");
    }
    boolean answered = (flags & MORE_TO_COME) == 0;
    return new WireRequest(
        id, Form.MESSAGE, answered, compressor, Optional.empty(), body, sequences);
  }

  /// Takes the checksum off the end. It is that of the message as it was before it was compressed,
  /// whose header does not come along.
  private static void verifyChecksum(ByteBuffer in, boolean compressed) {
    int end = in.limit() - Integer.BYTES;
    int expected = in.getInt(end);
    if (compressed) {
      throw new BadMessageException("a compressed message has a checksum");
    }
    CRC32C sum = new CRC32C();
    sum.update(in.duplicate().position(0).limit(end));
    if ((int) sum.getValue() != expected) {
      throw new BadMessageException("the checksum of a message is wrong");
    }
    in.limit(end);
  }

  private static @Nullable List<RawDocument> sequence(
      ByteBuffer in, Map<String, List<RawDocument>> sequences) {
    int end = in.position() + in.getInt();
    if (end < in.position() || end > in.limit()) {
      throw new BadMessageException("a section has a wrong length");
    }
    int limit = in.limit();
    in.limit(end);
    String name = cString(in);
    List<RawDocument> documents = new ArrayList<>();
    while (in.hasRemaining()) {
      documents.add(document(in));
    }
    in.limit(limit);
    return sequences.put(name, documents);
  }

  /// Only commands are asked for in this way, and they are not numbered pages of anything.
  private static WireRequest query(int id, ByteBuffer in, Optional<Compressor> compressor) {
    int _ = in.getInt(); // flags, of which none means anything for a command
    String namespace = cString(in);
    if (!namespace.endsWith(COMMANDS)) {
      throw new BadMessageException("a legacy query is no command");
    }
    in.position(in.position() + 2 * Integer.BYTES);
    RawDocument body = document(in);
    String database = namespace.substring(0, namespace.length() - COMMANDS.length());
    return new WireRequest(
        id, Form.LEGACY, true, compressor, Optional.of(database), body, Map.of());
  }

  private static RawDocument document(ByteBuffer in) {
    int base = in.arrayOffset();
    RawDocument document = RawDocument.at(in.array(), base + in.position(), base + in.limit());
    in.position(document.end() - base);
    return document;
  }

  private static String cString(ByteBuffer in) {
    int start = in.position();
    while (in.get() != 0) {
      // Walks to the end of the name; a name without one underflows.
    }
    int length = in.position() - 1 - start;
    return new String(in.array(), in.arrayOffset() + start, length, StandardCharsets.UTF_8);
  }
}
