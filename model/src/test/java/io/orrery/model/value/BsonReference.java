// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/// MongoDB's documented order over the values of its Java library, which has comparisons only for
/// some of them; and what these values are in our model.
final class BsonReference {
  private BsonReference() {}

  static int compare(BsonValue left, BsonValue right) {
    int byType = Integer.compare(bracket(left), bracket(right));
    return byType != 0 ? byType : compareInBracket(left, right);
  }

  private static int bracket(BsonValue value) {
    return switch (value.getBsonType()) {
      case MIN_KEY -> -1;
      case UNDEFINED -> 0;
      case NULL -> 5;
      case INT32, INT64, DOUBLE, DECIMAL128 -> 10;
      case STRING, SYMBOL -> 15;
      case DOCUMENT -> 20;
      case ARRAY -> 25;
      case BINARY -> 30;
      case OBJECT_ID -> 35;
      case BOOLEAN -> 40;
      case DATE_TIME -> 45;
      case TIMESTAMP -> 47;
      case REGULAR_EXPRESSION -> 50;
      case DB_POINTER -> 55;
      case JAVASCRIPT -> 60;
      case JAVASCRIPT_WITH_SCOPE -> 65;
      case MAX_KEY -> 127;
      case END_OF_DOCUMENT -> throw new IllegalArgumentException("no value");
    };
  }

  private static int compareInBracket(BsonValue left, BsonValue right) {
    return switch (left.getBsonType()) {
      case MIN_KEY, UNDEFINED, NULL, MAX_KEY -> 0;
      case INT32, INT64, DOUBLE, DECIMAL128 -> compareNumbers(left, right);
      case STRING, SYMBOL -> compareUtf8(text(left), text(right));
      case DOCUMENT -> compareDocuments(left.asDocument(), right.asDocument());
      case ARRAY -> compareElements(left.asArray().iterator(), right.asArray().iterator());
      case BINARY -> compareBinary(left.asBinary(), right.asBinary());
      case OBJECT_ID -> left.asObjectId().compareTo(right.asObjectId());
      case BOOLEAN -> left.asBoolean().compareTo(right.asBoolean());
      case DATE_TIME -> left.asDateTime().compareTo(right.asDateTime());
      case TIMESTAMP -> left.asTimestamp().compareTo(right.asTimestamp());
      case REGULAR_EXPRESSION ->
          compareExpressions(left.asRegularExpression(), right.asRegularExpression());
      case DB_POINTER -> comparePointers(left.asDBPointer(), right.asDBPointer());
      case JAVASCRIPT -> compareUtf8(left.asJavaScript().getCode(), right.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          compareCode(left.asJavaScriptWithScope(), right.asJavaScriptWithScope());
      case END_OF_DOCUMENT -> throw new IllegalArgumentException("no value");
    };
  }

  /// NaN first, then by value; infinities as doubles, everything else exactly.
  private static int compareNumbers(BsonValue left, BsonValue right) {
    double leftDouble = nearest(left);
    double rightDouble = nearest(right);
    if (Double.isNaN(leftDouble) || Double.isNaN(rightDouble)) {
      return Boolean.compare(Double.isNaN(rightDouble), Double.isNaN(leftDouble));
    }
    boolean infinite = isInfinite(left) || isInfinite(right);
    return infinite
        ? Double.compare(isInfinite(left) ? leftDouble : 0, isInfinite(right) ? rightDouble : 0)
        : exact(left).compareTo(exact(right));
  }

  private static double nearest(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 -> {
        Decimal128 decimal = value.asDecimal128().getValue();
        yield decimal.isNaN() ? Double.NaN : decimal.isNegative() ? -1 / 0.0 : 1 / 0.0;
      }
      case DOUBLE -> value.asDouble().getValue();
      default -> value.asNumber().longValue();
    };
  }

  private static boolean isInfinite(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 -> value.asDecimal128().getValue().isInfinite();
      case DOUBLE -> Double.isInfinite(value.asDouble().getValue());
      default -> false;
    };
  }

  private static BigDecimal exact(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 -> {
        Decimal128 decimal = value.asDecimal128().getValue();
        boolean negativeZero = decimal.toString().matches("-0(\\.0*)?(E.*)?");
        yield negativeZero ? BigDecimal.ZERO : decimal.bigDecimalValue();
      }
      case DOUBLE -> new BigDecimal(value.asDouble().getValue());
      default -> BigDecimal.valueOf(value.asNumber().longValue());
    };
  }

  private static String text(BsonValue value) {
    return value.isSymbol() ? value.asSymbol().getSymbol() : value.asString().getValue();
  }

  private static int compareUtf8(String left, String right) {
    return Arrays.compareUnsigned(utf8(left), utf8(right));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int compareDocuments(BsonDocument left, BsonDocument right) {
    var others = right.entrySet().iterator();
    for (Map.Entry<String, BsonValue> field : left.entrySet()) {
      if (!others.hasNext()) {
        return 1;
      }
      Map.Entry<String, BsonValue> other = others.next();
      int byType = Integer.compare(bracket(field.getValue()), bracket(other.getValue()));
      int byName = byType != 0 ? byType : compareUtf8(field.getKey(), other.getKey());
      int order = byName != 0 ? byName : compareInBracket(field.getValue(), other.getValue());
      if (order != 0) {
        return order;
      }
    }
    return others.hasNext() ? -1 : 0;
  }

  private static int compareElements(Iterator<BsonValue> left, Iterator<BsonValue> right) {
    while (left.hasNext() && right.hasNext()) {
      int order = compare(left.next(), right.next());
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private static int compareBinary(BsonBinary left, BsonBinary right) {
    int byLength = Integer.compare(left.getData().length, right.getData().length);
    if (byLength != 0) {
      return byLength;
    }
    int bySubtype = Integer.compare(left.getType() & 0xFF, right.getType() & 0xFF);
    return bySubtype != 0 ? bySubtype : Arrays.compareUnsigned(left.getData(), right.getData());
  }

  private static int compareExpressions(BsonRegularExpression left, BsonRegularExpression right) {
    int byPattern = compareUtf8(left.getPattern(), right.getPattern());
    return byPattern != 0 ? byPattern : compareUtf8(left.getOptions(), right.getOptions());
  }

  private static int comparePointers(BsonDbPointer left, BsonDbPointer right) {
    byte[] one = utf8(left.getNamespace());
    byte[] other = utf8(right.getNamespace());
    int byLength = Integer.compare(one.length, other.length);
    int byNamespace = byLength != 0 ? byLength : Arrays.compareUnsigned(one, other);
    return byNamespace != 0 ? byNamespace : left.getId().compareTo(right.getId());
  }

  private static int compareCode(BsonJavaScriptWithScope left, BsonJavaScriptWithScope right) {
    int byCode = compareUtf8(left.getCode(), right.getCode());
    return byCode != 0 ? byCode : compareDocuments(left.getScope(), right.getScope());
  }

  static Value value(BsonValue value) {
    return switch (value.getBsonType()) {
      case MIN_KEY -> Value.Extreme.MIN_KEY;
      case MAX_KEY -> Value.Extreme.MAX_KEY;
      case UNDEFINED -> Value.Undefined.UNDEFINED;
      case NULL -> Value.Null.NULL;
      case INT32 -> new Value.Int32(value.asInt32().getValue());
      case INT64 -> new Value.Int64(value.asInt64().getValue());
      case DOUBLE -> new Value.Float64(value.asDouble().getValue());
      case DECIMAL128 -> {
        Decimal128 decimal = value.asDecimal128().getValue();
        yield new Value.Decimal128(decimal.getHigh(), decimal.getLow());
      }
      case STRING -> new Value.Text(value.asString().getValue());
      case SYMBOL -> new Value.Symbol(value.asSymbol().getSymbol());
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> new Value.Array(value.asArray().stream().map(BsonReference::value).toList());
      case BINARY ->
          new Value.Binary(value.asBinary().getData(), value.asBinary().getType() & 0xFF);
      case OBJECT_ID -> id(value.asObjectId().getValue());
      case BOOLEAN -> Value.Bool.of(value.asBoolean().getValue());
      case DATE_TIME -> new Value.DateTime(value.asDateTime().getValue(), 0);
      case TIMESTAMP -> new Value.Timestamp(value.asTimestamp().getValue());
      case REGULAR_EXPRESSION ->
          new Value.RegularExpression(
              value.asRegularExpression().getPattern(), value.asRegularExpression().getOptions());
      case DB_POINTER ->
          new Value.DbPointer(value.asDBPointer().getNamespace(), id(value.asDBPointer().getId()));
      case JAVASCRIPT -> new Value.Code(value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          new Value.ScopedCode(
              value.asJavaScriptWithScope().getCode(),
              document(value.asJavaScriptWithScope().getScope()));
      case END_OF_DOCUMENT -> throw new IllegalArgumentException("no value");
    };
  }

  private static Value.Document document(BsonDocument document) {
    var properties = new LinkedHashMap<String, Value>();
    document.forEach((name, value) -> properties.put(name, value(value)));
    return new Value.Document(properties);
  }

  private static Value.ObjectId id(ObjectId id) {
    var bytes = java.nio.ByteBuffer.wrap(id.toByteArray());
    return new Value.ObjectId(bytes.getLong(), bytes.getInt());
  }
}
