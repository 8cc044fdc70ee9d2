// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.AccountKeys.Name;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The account's keys, ready to verify signatures with.
public final class Keyring {
  private record Entry(HmacKey key, Principal.KeyHolder holder) {}

  private final List<Entry> entries;
  private final HmacKey tokenSecret;

  private Keyring(List<Entry> entries, HmacKey tokenSecret) {
    this.entries = entries;
    this.tokenSecret = tokenSecret;
  }

  static Keyring of(AccountKeys keys) {
    return new Keyring(
        List.of(
            entry(keys.key(Name.PRIMARY), false),
            entry(keys.key(Name.SECONDARY), false),
            entry(keys.key(Name.PRIMARY_READ_ONLY), true),
            entry(keys.key(Name.SECONDARY_READ_ONLY), true)),
        new HmacKey(keys.key(Name.TOKEN_SECRET)));
  }

  /// One key that allows everything and makes no tokens: that of an account which a protocol's
  /// tools know by heart.
  public static Keyring of(byte[] key) {
    return new Keyring(List.of(entry(key, false)), new HmacKey(key));
  }

  private static Entry entry(byte[] key, boolean readOnly) {
    return new Entry(new HmacKey(key), new Principal.KeyHolder(readOnly));
  }

  HmacKey tokenSecret() {
    return tokenSecret;
  }

  /// Whose signature of the text this is; null if nobody's.
  public Principal.@Nullable KeyHolder holder(String text, byte[] signature) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (Entry entry : entries) {
      if (entry.key().verify(bytes, signature)) {
        return entry.holder();
      }
    }
    return null;
  }
}
