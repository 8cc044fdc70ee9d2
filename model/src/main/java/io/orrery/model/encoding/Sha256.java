// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// What stands in a key for bytes that are too long for it, where only equality matters.
public final class Sha256 {
  private Sha256() {}

  public static byte[] of(byte[] bytes, int offset, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, offset, length);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
