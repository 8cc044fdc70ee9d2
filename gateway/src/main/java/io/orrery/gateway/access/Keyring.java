// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.control.catalog.AccountKeys;
import io.orrery.control.catalog.AccountKeys.Name;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The account's keys, ready to verify signatures with.
public final class Keyring {
  private record Entry(HmacKey key, Principal.KeyHolder holder) {}

  private final AccountKeys keys;
  private final List<Entry> entries;
  private final HmacKey tokenSecret;

  Keyring(AccountKeys keys) {
    this.keys = keys;
    this.entries =
        List.of(
            entry(Name.PRIMARY, false),
            entry(Name.SECONDARY, false),
            entry(Name.PRIMARY_READ_ONLY, true),
            entry(Name.SECONDARY_READ_ONLY, true));
    this.tokenSecret = new HmacKey(keys.key(Name.TOKEN_SECRET));
  }

  private Entry entry(Name name, boolean readOnly) {
    return new Entry(new HmacKey(keys.key(name)), new Principal.KeyHolder(readOnly));
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
