// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/// Documents with values of every type, by MongoDB's own library.
public final class RandomBson {
  private static final String[] TEXTS = {"", "a", "ab", "\u00e9", "\ud83d\ude00", "a\u0000b", "\""};

  private final SplittableRandom random;

  public RandomBson(long seed) {
    this.random = new SplittableRandom(seed);
  }

  public static byte[] bytes(BsonDocument document) {
    try (BasicOutputBuffer out = new BasicOutputBuffer();
        BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
      new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
      return out.toByteArray();
    }
  }

  public BsonDocument document(int depth) {
    BsonDocument document = new BsonDocument();
    for (int fields = random.nextInt(8); fields > 0; fields--) {
      document.append("f" + random.nextInt(20), value(depth));
    }
    return document;
  }

  public BsonValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 22 : 19)) {
      case 0 -> new BsonDouble(Double.longBitsToDouble(random.nextLong()));
      case 1 -> new BsonString(text());
      case 2 -> new BsonBinary((byte) random.nextInt(3, 256), bytes());
      case 3 -> new BsonUndefined();
      case 4 -> new BsonObjectId(id());
      case 5 -> BsonBoolean.valueOf(random.nextBoolean());
      case 6 -> new BsonDateTime(random.nextLong());
      case 7 -> BsonNull.VALUE;
      case 8 -> new BsonRegularExpression("a.*", random.nextBoolean() ? "im" : "");
      case 9 -> new BsonDbPointer("a.b", id());
      case 10 -> new BsonJavaScript(text());
      case 11 -> new BsonSymbol(text());
      case 12 -> new BsonJavaScriptWithScope(text(), new BsonDocument("x", new BsonInt32(1)));
      case 13 -> new BsonInt32(random.nextInt());
      case 14 -> new BsonTimestamp(random.nextLong());
      case 15 -> new BsonInt64(random.nextLong());
      case 16 ->
          new BsonDecimal128(
              Decimal128.fromIEEE754BIDEncoding(random.nextLong(), random.nextLong()));
      case 17 -> new BsonMinKey();
      case 18 -> new BsonMaxKey();
      case 19, 20 -> document(depth - 1);
      default -> array(depth - 1);
    };
  }

  private BsonArray array(int depth) {
    BsonArray array = new BsonArray();
    for (int count = random.nextInt(5); count > 0; count--) {
      array.add(value(depth));
    }
    return array;
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private ObjectId id() {
    byte[] bytes = new byte[12];
    random.nextBytes(bytes);
    return new ObjectId(bytes);
  }
}
