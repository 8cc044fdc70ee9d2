// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.encryption;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Base64;
import java.util.List;

/// What a client encryption key is besides its name, as clients send it and see it again: the
/// wrapped key, the algorithm it is for, and what its owner needs to unwrap it. The latter is
/// theirs; here only its form is looked at.
final class WrappedKey {
  private static final String ALGORITHM = "encryptionAlgorithm";
  private static final String WRAPPED = "wrappedDataEncryptionKey";
  private static final String METADATA = "keyWrapMetadata";
  private static final List<String> METADATA_TEXTS = List.of("type", "name", "value");

  private WrappedKey() {}

  /// Fails with INVALID_ARGUMENT if something is missing or not what it should be.
  static byte[] properties(Members body) {
    EncryptionAlgorithm.require(body.requireText(ALGORITHM));
    Members metadata =
        body.object(METADATA)
            .orElseThrow(
                () -> Refusals.invalid("The property '%s' is missing.".formatted(METADATA)));
    METADATA_TEXTS.forEach(metadata::requireText);
    return Json.bytes(
        Json.object()
            .put(ALGORITHM, EncryptionAlgorithm.NAME)
            .put(WRAPPED, requireBase64(body.requireText(WRAPPED)))
            .put(METADATA, metadata.document())
            .build());
  }

  private static String requireBase64(String text) {
    try {
      if (Base64.getDecoder().decode(text).length > 0) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The property '%s' must be base64.".formatted(WRAPPED), e);
    }
    throw Refusals.invalid("The property '%s' must not be empty.".formatted(WRAPPED));
  }

  static Value.Document read(byte[] properties) {
    if (Json.parse(properties) instanceof Value.Document document) {
      return document;
    }
    throw OrreryException.corrupted("a client encryption key's properties are no object");
  }
}
