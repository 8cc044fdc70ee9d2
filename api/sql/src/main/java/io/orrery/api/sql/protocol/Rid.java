// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/// The resource ids that SDKs take apart: base64, with `-` for `/`, of the numbers that lead to a
/// resource. What is made anew under an old name has another number and hence another rid.
///
/// | resource | bytes |
/// |---|---|
/// | database | 4: its number, big-endian |
/// | container | 8: database, number with the top bit set |
/// | user, client encryption key | 8: database, number with the top bit clear |
/// | item, partition key range, script, … | 16: container, 8 little-endian, the last byte's high nibble the kind |
/// | permission | 16: user, number |
/// | offer | 3, little-endian |
public final class Rid {
  private static final int CONTAINER_BIT = 0x8000_0000;
  private static final int RANGE_NIBBLE = 0x5;
  private static final int USER_DEFINED_FUNCTION_NIBBLE = 0x6;
  private static final int TRIGGER_NIBBLE = 0x7;
  private static final int STORED_PROCEDURE_NIBBLE = 0x8;
  private static final int NIBBLE_SHIFT = 60;
  private static final int OFFER_BYTES = 3;
  private static final int OFFER_MAX = 1 << 24;
  private static final int TEXT_LENGTH_MAX = 32;

  private final byte[] bytes;

  private Rid(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Rid database(int number) {
    return new Rid(ByteBuffer.allocate(4).putInt(number).array());
  }

  public static Rid container(int database, int number) {
    return new Rid(ByteBuffer.allocate(8).putInt(database).putInt(number | CONTAINER_BIT).array());
  }

  public static Rid user(int database, int number) {
    return new Rid(ByteBuffer.allocate(8).putInt(database).putInt(number).array());
  }

  public static Rid clientEncryptionKey(int database, int number) {
    return new Rid(ByteBuffer.allocate(8).putInt(database).putInt(number).array());
  }

  public static Rid permission(Rid user, int number) {
    return new Rid(ByteBuffer.allocate(16).put(user.bytes).putLong(number).array());
  }

  /// An item, by the number it got when it was created: below 2^60. The SDKs compare rids in that
  /// order.
  public static Rid item(Rid container, long number) {
    return inContainer(container, number);
  }

  public static Rid range(Rid container, int ordinal) {
    return inContainer(container, ordinal | ((long) RANGE_NIBBLE << NIBBLE_SHIFT));
  }

  public static Rid storedProcedure(Rid container, int number) {
    return script(container, STORED_PROCEDURE_NIBBLE, number);
  }

  public static Rid trigger(Rid container, int number) {
    return script(container, TRIGGER_NIBBLE, number);
  }

  public static Rid userDefinedFunction(Rid container, int number) {
    return script(container, USER_DEFINED_FUNCTION_NIBBLE, number);
  }

  private static Rid script(Rid container, int nibble, int number) {
    return inContainer(container, number | ((long) nibble << NIBBLE_SHIFT));
  }

  private static Rid inContainer(Rid container, long littleEndian) {
    ByteBuffer buffer = ByteBuffer.allocate(16).put(container.bytes);
    return new Rid(buffer.order(ByteOrder.LITTLE_ENDIAN).putLong(littleEndian).array());
  }

  /// The throughput of a database or container.
  public static Rid offer(int number) {
    if (number < 0 || number >= OFFER_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED, "There is no offer rid left for number " + number + ".");
    }
    byte[] little = {(byte) number, (byte) (number >> 8), (byte) (number >> 16)};
    return new Rid(little);
  }

  /// Reads the text form; empty if it is none.
  public static Optional<Rid> parse(String text) {
    if (text.isEmpty() || text.length() % 4 != 0 || text.length() > TEXT_LENGTH_MAX) {
      return Optional.empty();
    }
    if (!hasOnlyDigits(text)) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(text.replace('-', '/'));
      boolean valid = bytes.length == OFFER_BYTES || bytes.length % 4 == 0;
      return valid ? Optional.of(new Rid(bytes)) : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /// Most texts that are no rid are names, and are recognised here: an exception for each of them
  /// would cost more than the rest of a request.
  private static boolean hasOnlyDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '+'
              || c == '-'
              || (c == '=' && i >= text.length() - 2);
      if (!digit) {
        return false;
      }
    }
    return true;
  }

  /// How many bytes: tells databases from containers from what is in them.
  public int length() {
    return bytes.length;
  }

  /// The number of the database in it; the rid must have at least 4 bytes.
  public int databaseNumber() {
    return ByteBuffer.wrap(bytes).getInt();
  }

  /// Whether the rid leads to or through a container.
  public boolean isInContainer() {
    return bytes.length >= 8 && bytes[4] < 0;
  }

  /// The number of the container or user in it; the rid must have at least 8 bytes.
  public int ownedNumber() {
    return ByteBuffer.wrap(bytes).getInt(4) & ~CONTAINER_BIT;
  }

  /// The number of the item in it, or of the permission; the rid must have 16 bytes.
  public long itemNumber() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
  }

  public long permissionNumber() {
    return ByteBuffer.wrap(bytes).getLong(8);
  }

  /// The number of the offer; the rid must have 3 bytes.
  public int offerNumber() {
    return (bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF) << 16;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Rid that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /// The text form as bytes.
  public byte[] ascii() {
    byte[] digits = Base64.getEncoder().encode(bytes);
    for (int i = 0; i < digits.length; i++) {
      if (digits[i] == '/') {
        digits[i] = '-';
      }
    }
    return digits;
  }

  /// As in addresses and `_rid`.
  @Override
  public String toString() {
    return new String(ascii(), StandardCharsets.ISO_8859_1);
  }
}
