// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/// HMAC-SHA256 with a fixed key. The digests of the padded key are computed once and cloned for
/// every signature, which halves the work for texts as short as ours; `javax.crypto.Mac` would
/// begin anew each time. May be used by many threads at once.
final class HmacKey {
  private static final int BLOCK_BYTES = 64;
  private static final byte INNER_PAD = 0x36;
  private static final byte OUTER_PAD = 0x5C;

  private final MessageDigest inner;
  private final MessageDigest outer;

  HmacKey(byte[] key) {
    byte[] block =
        Arrays.copyOf(key.length > BLOCK_BYTES ? sha256().digest(key) : key, BLOCK_BYTES);
    this.inner = padded(block, INNER_PAD);
    this.outer = padded(block, OUTER_PAD);
  }

  private static MessageDigest padded(byte[] block, byte pad) {
    byte[] bytes = new byte[BLOCK_BYTES];
    for (int i = 0; i < BLOCK_BYTES; i++) {
      bytes[i] = (byte) (block[i] ^ pad);
    }
    MessageDigest digest = sha256();
    digest.update(bytes);
    return digest;
  }

  byte[] sign(byte[] text) {
    MessageDigest first = copy(inner);
    first.update(text);
    MessageDigest second = copy(outer);
    second.update(first.digest());
    return second.digest();
  }

  /// Whether the signature is the text's; takes as long whether it is or not.
  boolean verify(byte[] text, byte[] signature) {
    return MessageDigest.isEqual(sign(text), signature);
  }

  private static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of this JDK cannot be cloned", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
