// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/// BSON that comes back is what was sent, byte for byte; and bytes that are none are refused.
class RawDocumentTest {
  private static final long SEED = 20_261_116;

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  @Test
  void everyTypeSurvivesTheStore() {
    RandomBson random = new RandomBson(SEED);
    for (int i = 0; i < 5_000; i++) {
      byte[] bson = RandomBson.bytes(random.document(4));
      byte[] stored = RawDocument.of(bson).toStored();
      StoredItems.verify(stored);
      assertThat(BsonBuilder.bytes(stored)).as("seed %d, document %d", SEED, i).isEqualTo(bson);
    }
  }

  @Test
  void everyTypeSurvivesAsValue() {
    RandomBson random = new RandomBson(SEED + 1);
    for (int i = 0; i < 5_000; i++) {
      byte[] bson = RandomBson.bytes(random.document(4));
      assertThat(BsonBuilder.bytes(RawDocument.of(bson).toValue()))
          .as("seed %d, document %d", SEED + 1, i)
          .isEqualTo(bson);
    }
  }

  @Test
  void unusualNamesAndTextsSurviveTheStore() {
    BsonDocument inner =
        new BsonDocument("tab\t", new BsonString("line\nline")).append("", BsonNull.VALUE);
    BsonDocument document =
        new BsonDocument("quote\"", new BsonString("back\\slash"))
            .append("é", new BsonString("naïve 😀"))
            .append("$", new BsonArray(List.of(new BsonString("\u0000"), inner)));
    byte[] bson = RandomBson.bytes(document);
    assertThat(BsonBuilder.bytes(RawDocument.of(bson).toStored())).isEqualTo(bson);
  }

  /// BSON has no halves of characters, but what is stored may.
  @Test
  void halvesOfCharactersBecomeQuestionMarks() {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("a\ud800", new Value.Text("\udc00b"));
    byte[] bson = BsonBuilder.bytes(StoredItems.encode(new Value.Document(fields)));
    assertThat(RawDocument.of(bson).toValue().property("a?")).isEqualTo(new Value.Text("?b"));
  }

  @Test
  void fieldsOfOneNameAreNotStored() {
    byte[] twice = hex("13000000 10 6100 01000000 10 6100 02000000 00");
    assertThatThrownBy(RawDocument.of(twice)::toStored)
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("'a' twice");
    assertThat(RawDocument.of(twice).toValue().property("a")).isEqualTo(new Value.Int32(2));
  }

  @Test
  void oldBinariesKeepTheirInnerLength() {
    byte[] old = hex("12000000 05 6100 05000000 02 01000000 ff 00");
    assertThat(BsonBuilder.bytes(RawDocument.of(old).toStored())).isEqualTo(old);
  }

  @Test
  void documentsOfAFieldAreTakenUnread() {
    byte[] bson = RandomBson.bytes(BsonDocument.parse("{x: [1], documents: [{a: 1}, {b: 2}]}"));
    List<RawDocument> documents =
        Objects.requireNonNull(RawDocument.of(bson).documents("documents"));
    assertThat(documents).hasSize(2);
    assertThat(documents.getLast().toValue().property("b")).isEqualTo(new Value.Int32(2));
    assertThat(RawDocument.of(bson).documents("x")).isNull();
    assertThat(RawDocument.of(bson).documents("y")).isNull();
  }

  @Test
  void bytesThatAreNoBsonAreRefused() {
    for (String bytes :
        List.of(
            "",
            "05000000",
            "04000000 00",
            "ffffff7f 00",
            "05000000 01",
            "0c000000 10 6100 01000000",
            "08000000 10 6100 00",
            "0b000000 10 61 61 61 61 61 00",
            "0d000000 02 6100 00000000 00 00",
            "0e000000 02 6100 02000000 61 61 00",
            "0e000000 02 6100 02000000 ff 00 00",
            "0e000000 02 6100 ffffff7f 61 00 00",
            "09000000 08 6100 02 00",
            "0e000000 05 6100 ffffff7f 00 00 00",
            "0e000000 03 6100 ffffff7f 00 00 00",
            "08000000 20 6100 00")) {
      assertThatThrownBy(() -> RawDocument.of(hex(bytes)).toValue())
          .as(bytes)
          .isInstanceOfSatisfying(
              OrreryException.class,
              refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.MALFORMED));
    }
  }

  @Test
  void depthHasALimit() {
    StringBuilder deep = new StringBuilder("1");
    for (int i = 0; i < 200; i++) {
      deep.insert(0, "{a:").append("}");
    }
    RawDocument document = RawDocument.of(RandomBson.bytes(BsonDocument.parse(deep.toString())));
    assertThatThrownBy(document::toValue).isInstanceOf(OrreryException.class);
    assertThatThrownBy(document::toStored).isInstanceOf(OrreryException.class);
  }

  @Test
  void noiseGivesADocumentOrARefusal() {
    SplittableRandom random = new SplittableRandom(SEED);
    RandomBson documents = new RandomBson(SEED);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = RandomBson.bytes(documents.document(3));
      for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        byte[] stored = RawDocument.of(bytes).toStored();
        StoredItems.verify(stored);
        RawDocument.of(bytes).toValue();
      } catch (OrreryException refusal) {
        assertThat(refusal.code())
            .as("seed %d, document %d", SEED, i)
            .isIn(ErrorCode.MALFORMED, ErrorCode.INVALID_ARGUMENT);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(5_000);
  }
}
