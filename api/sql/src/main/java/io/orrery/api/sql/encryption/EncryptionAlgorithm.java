// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.encryption;

import io.orrery.api.sql.protocol.Refusals;

/// The one algorithm that clients encrypt properties with.
public final class EncryptionAlgorithm {
  public static final String NAME = "AEAD_AES_256_CBC_HMAC_SHA256";

  private EncryptionAlgorithm() {}

  /// Fails with INVALID_ARGUMENT if it is another one.
  public static void require(String algorithm) {
    if (!algorithm.equals(NAME)) {
      throw Refusals.invalid(
          "EncryptionAlgorithm should be '%s', not '%s'.".formatted(NAME, algorithm));
    }
  }
}
