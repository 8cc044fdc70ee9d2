// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.RandomValues;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Whatever bytes come, the answer is a value or the right error.
class HostileBytesTest {
  private static final long SEED = 20_260_104;
  private static final String JSON_ALPHABET = "{}[]\":,\\u0123dD89abtrfalsenul-+.eE \n\u0000äé";

  @Test
  void damagedStoredBytesGiveAnswersOrErrors() {
    var random = new SplittableRandom(SEED);
    var values = new RandomValues(SEED);
    for (int i = 0; i < 30_000; i++) {
      byte[] bytes = StoredItems.encode(values.next());
      for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
        int at = random.nextInt(bytes.length);
        bytes[at] = (byte) (random.nextBoolean() ? random.nextInt(24) : random.nextInt());
      }
      survive(bytes);
    }
  }

  @Test
  void randomStoredBytesGiveAnswersOrErrors() {
    var random = new SplittableRandom(SEED + 1);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 5) {
        bytes[0] = (byte) random.nextInt(22);
        bytes[1] = 0;
        bytes[2] = 0;
        bytes[3] = 0;
        bytes[4] = (byte) (bytes.length - 5);
      }
      survive(bytes);
    }
  }

  @Test
  void whatIsVerifiedBecomesValidJson() {
    var random = new SplittableRandom(SEED + 2);
    var values = new RandomValues(SEED + 2);
    int verified = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = StoredItems.encode(values.next());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        StoredItems.verify(bytes);
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
        continue;
      }
      verified++;
      JsonTokens.of(withoutSurrogates(new String(StoredItems.toJson(bytes), UTF_8)));
    }
    assertThat(verified).isGreaterThan(100);
  }

  @Test
  void depthBombsInStoredBytesAreErrors() {
    var bomb = new ByteWriter();
    int levels = 100_000;
    for (int i = levels; i > 0; i--) {
      bomb.writeByte(StoredTag.ARRAY).writeInt((i - 1) * 5);
    }
    survive(bomb.toByteArray());
    assertThat(codeOf(StoredItems::verify, bomb.toByteArray())).isEqualTo("CORRUPTED");
    assertThat(codeOf(StoredItems::decode, bomb.toByteArray())).isEqualTo("CORRUPTED");
    assertThat(codeOf(StoredItems::toJson, bomb.toByteArray())).isEqualTo("CORRUPTED");
  }

  /// A scope is a stored value inside a scalar, which a cursor of its own walks.
  @Test
  void bombsOfScopesAreErrors() {
    byte[] inner = {StoredTag.OBJECT, 0, 0, 0, 0};
    for (int level = 0; level < 5_000; level++) {
      var code = new ByteWriter(inner.length + 16).writeVarint(0).writeBytes(inner);
      var object = new ByteWriter(inner.length + 32).writeByte(StoredTag.OBJECT).writeInt(0);
      object.writeVarint(0).writeByte(StoredTag.SCOPED_CODE).writeBlock(code.toByteArray());
      object.setInt(1, object.size() - 5);
      inner = object.toByteArray();
    }
    survive(inner);
    assertThat(codeOf(StoredItems::verify, inner)).isEqualTo("CORRUPTED");
    assertThat(codeOf(StoredItems::decode, inner)).isEqualTo("CORRUPTED");
    assertThat(codeOf(StoredItems::toJson, inner)).isEqualTo("CORRUPTED");
  }

  @Test
  void randomJsonIsReadOrRefused() {
    var random = new SplittableRandom(SEED + 3);
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      for (int length = random.nextInt(24); length > 0; length--) {
        text.append(JSON_ALPHABET.charAt(random.nextInt(JSON_ALPHABET.length())));
      }
      byte[] json = text.toString().getBytes(UTF_8);
      assertThat(codeOf(StoredItems::fromJson, json)).as(text.toString()).isIn("", "MALFORMED");
      byte[] bytes = new byte[random.nextInt(16)];
      random.nextBytes(bytes);
      assertThat(codeOf(StoredItems::fromJson, bytes)).isIn("", "MALFORMED");
    }
  }

  @Test
  void damagedJsonIsReadOrRefused() {
    var random = new SplittableRandom(SEED + 4);
    var values = new RandomValues(SEED + 4);
    for (int i = 0; i < 20_000; i++) {
      byte[] json = StoredItems.toJson(StoredItems.encode(values.next()));
      json[random.nextInt(json.length)] = (byte) random.nextInt();
      assertThat(codeOf(StoredItems::fromJson, json)).isIn("", "MALFORMED");
    }
  }

  /// The parser refuses unpaired surrogates in names; what stands around them is to be valid.
  private static String withoutSurrogates(String json) {
    return Pattern.compile("\\\\(ud[89a-f]..|.)")
        .matcher(json)
        .replaceAll(
            escape -> Matcher.quoteReplacement(escape.group().length() > 2 ? "?" : escape.group()));
  }

  private static void survive(byte[] bytes) {
    assertThat(codeOf(StoredItems::verify, bytes)).isIn("", "CORRUPTED");
    assertThat(codeOf(StoredItems::decode, bytes)).isIn("", "CORRUPTED");
    assertThat(codeOf(StoredItems::toJson, bytes)).isIn("", "CORRUPTED");
    assertThat(codeOf(b -> StoredCursor.over(b).writeKey(new ByteWriter()), bytes))
        .isIn("", "CORRUPTED");
  }

  private static String codeOf(Consumer<byte[]> decoder, byte[] bytes) {
    try {
      decoder.accept(bytes);
      return "";
    } catch (OrreryException e) {
      return e.code().name();
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError("seed " + SEED + ": " + HexFormat.of().formatHex(bytes), e);
    }
  }
}
