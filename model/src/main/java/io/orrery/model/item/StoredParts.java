// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.RegularExpression;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Reads scalars that have several parts.
final class StoredParts {
  private StoredParts() {}

  static Value decimal(StoredCursor cursor) {
    ByteReader in = content(cursor);
    int scale = in.readInt();
    byte[] digits = in.readRest();
    if (digits.length == 0) {
      throw OrreryException.corrupted("a stored decimal has no digits");
    }
    BigDecimal value = new BigDecimal(new BigInteger(digits), scale);
    if (!Decimal.isValid(value)) {
      throw OrreryException.corrupted("a stored decimal is out of range");
    }
    return new Decimal(value);
  }

  static Value expression(StoredCursor cursor) {
    ByteReader in = content(cursor);
    String pattern = text(in.readBlock());
    return new RegularExpression(pattern, text(in.readRest()));
  }

  static Value pointer(StoredCursor cursor) {
    ByteReader in = content(cursor);
    ObjectId id = new ObjectId(in.readLong(), in.readInt());
    return new DbPointer(text(in.readRest()), id);
  }

  /// The source of scoped code.
  static String source(StoredCursor cursor) {
    return text(content(cursor).readBlock());
  }

  /// A cursor over the scope of scoped code.
  static StoredCursor scope(StoredCursor cursor) {
    ByteReader in = content(cursor);
    in.skip(in.readLength());
    StoredCursor scope = cursor.inside(in.position());
    if (scope.tag() != StoredTag.OBJECT) {
      throw OrreryException.corrupted("the scope of a stored code is no object");
    }
    return scope;
  }

  /// Whether a key in a mapping is followed by a value.
  static void requireValue(boolean follows) {
    if (!follows) {
      throw OrreryException.corrupted("a stored mapping has a key without a value");
    }
  }

  private static ByteReader content(StoredCursor cursor) {
    return new ByteReader(cursor.bytes(), cursor.contentOffset(), cursor.valueEnd());
  }

  private static String text(byte[] utf8) {
    return GeneralisedUtf8.decode(utf8, 0, utf8.length);
  }
}
