// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.fail;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Feeds a decoder random bytes and damaged copies of valid ones: whatever they are, it must answer
/// with a value or with CORRUPTED.
public final class Hostility {
  private static final int ROUNDS = 4_000;
  private static final long SEED = 20_260_101;

  private Hostility() {}

  public static void against(Consumer<byte[]> decoder, List<byte[]> valid) {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      decode(decoder, noise(random));
      byte[] damaged = valid.get(random.nextInt(valid.size()));
      for (int wounds = 1 + random.nextInt(3); wounds > 0; wounds--) {
        damaged = damage(damaged, random);
        decode(decoder, damaged);
      }
    }
    for (byte[] bytes : valid) {
      for (int length = 0; length < bytes.length; length++) {
        decode(decoder, Arrays.copyOf(bytes, length));
      }
    }
  }

  private static void decode(Consumer<byte[]> decoder, byte[] bytes) {
    try {
      decoder.accept(bytes);
    } catch (OrreryException e) {
      if (e.code() != ErrorCode.CORRUPTED) {
        fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
      }
    } catch (RuntimeException | Error e) {
      fail("seed " + SEED + ", bytes " + HexFormat.of().formatHex(bytes), e);
    }
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damage(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length + 1);
    byte[] rest = Arrays.copyOfRange(bytes, at, bytes.length);
    return switch (random.nextInt(4)) {
      case 0 -> bytes.length == at ? bytes : overwrite(bytes, at, random.nextInt());
      case 1 -> join(Arrays.copyOf(bytes, at), noise(random), rest);
      case 2 ->
          join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(rest, rest.length / 2, rest.length));
      // The largest count or length there is.
      default -> join(Arrays.copyOf(bytes, at), HexFormat.of().parseHex("ffffffff07"), rest);
    };
  }

  private static byte[] overwrite(byte[] bytes, int at, int with) {
    byte[] copy = bytes.clone();
    copy[at] = (byte) with;
    return copy;
  }

  private static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    byte[] joined = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, joined, at, part.length);
      at += part.length;
    }
    return joined;
  }
}
