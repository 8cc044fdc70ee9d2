// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.xerial.snappy.Snappy;

/// The compressors of the protocol, with their numbers.
public enum Compressor {
  NOOP(0),
  SNAPPY(1),
  ZLIB(2),
  ZSTD(3);

  private final int number;

  Compressor(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /// As greetings name it.
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// One of those that are offered. Clients name others too, such as `none`.
  public static Optional<Compressor> find(String name) {
    return Arrays.stream(values())
        .filter(each -> each != NOOP && each.wireName().equals(name))
        .findFirst();
  }

  static Compressor ofNumber(int number) {
    for (Compressor each : values()) {
      if (each.number == number) {
        return each;
      }
    }
    throw new BadMessageException("there is no compressor " + number);
  }

  /// What was compressed, which must be exactly as long as the message says: nothing longer is ever
  /// allocated.
  byte[] decompress(byte[] bytes, int offset, int length, int uncompressedLength) {
    byte[] plain = new byte[uncompressedLength];
    try {
      long made =
          switch (this) {
            case NOOP -> copy(bytes, offset, length, plain);
            case SNAPPY -> unsnap(bytes, offset, length, plain);
            case ZLIB -> inflate(bytes, offset, length, plain);
            case ZSTD -> Zstd.decompressByteArray(plain, 0, plain.length, bytes, offset, length);
          };
      if (made != uncompressedLength) {
        throw new BadMessageException("a compressed message has another length than it says");
      }
      return plain;
    } catch (DataFormatException | IOException | ZstdException e) {
      throw new BadMessageException("a message is not compressed as it says", e);
    }
  }

  private static int copy(byte[] bytes, int offset, int length, byte[] plain) {
    if (length != plain.length) {
      return -1;
    }
    System.arraycopy(bytes, offset, plain, 0, length);
    return length;
  }

  private static int unsnap(byte[] bytes, int offset, int length, byte[] plain) throws IOException {
    if (Snappy.uncompressedLength(bytes, offset, length) != plain.length) {
      return -1;
    }
    return Snappy.uncompress(bytes, offset, length, plain, 0);
  }

  /// A stream that has more than its message says shows that by not being finished.
  private static int inflate(byte[] bytes, int offset, int length, byte[] plain)
      throws DataFormatException {
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(bytes, offset, length);
      int made = 0;
      while (made < plain.length) {
        int more = inflater.inflate(plain, made, plain.length - made);
        if (more == 0) {
          return -1;
        }
        made += more;
      }
      return inflater.finished() || inflater.inflate(new byte[1]) == 0 ? made : -1;
    }
  }

  byte[] compress(byte[] plain) {
    return switch (this) {
      case NOOP -> plain;
      case SNAPPY -> snap(plain);
      case ZLIB -> deflate(plain);
      case ZSTD -> Zstd.compress(plain);
    };
  }

  private static byte[] snap(byte[] plain) {
    try {
      return Snappy.compress(plain);
    } catch (IOException e) {
      throw new IllegalStateException("an array cannot be compressed", e);
    }
  }

  private static byte[] deflate(byte[] plain) {
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] out = new byte[plain.length / 2 + 64];
      int made = 0;
      while (!deflater.finished()) {
        if (made == out.length) {
          out = Arrays.copyOf(out, 2 * made);
        }
        made += deflater.deflate(out, made, out.length - made);
      }
      return Arrays.copyOf(out, made);
    }
  }
}
