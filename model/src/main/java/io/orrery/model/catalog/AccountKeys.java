// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.security.SecureRandom;
import java.util.EnumMap;
import java.util.Map;

/// The secrets of an account: the four keys its owner gives to programs, and one that signs
/// resource tokens and never leaves the server. Immutable; two of each kind, so that one can be
/// replaced while the other is in use.
public final class AccountKeys implements CatalogRecord {
  private static final int FORMAT = 1;
  private static final int KEY_BYTES = 64;

  /// Which key.
  public enum Name {
    PRIMARY(1, "primary"),
    SECONDARY(2, "secondary"),
    PRIMARY_READ_ONLY(3, "primaryReadonly"),
    SECONDARY_READ_ONLY(4, "secondaryReadonly"),
    /// Signs resource tokens. Regenerating it revokes all of them.
    TOKEN_SECRET(5, "tokenSecret");

    /// Stands in commands, so it never changes.
    private final int code;

    private final String text;

    Name(int code, String text) {
      this.code = code;
      this.text = text;
    }

    public int code() {
      return code;
    }

    public static Name ofCode(int code) {
      for (Name name : values()) {
        if (name.code == code) {
          return name;
        }
      }
      throw OrreryException.corrupted("an account has no key " + code);
    }

    /// As the command line says it.
    @Override
    public String toString() {
      return text;
    }
  }

  private final Map<Name, byte[]> keys;

  private AccountKeys(Map<Name, byte[]> keys) {
    this.keys = keys;
  }

  /// Keys for a new account.
  public static AccountKeys random(SecureRandom random) {
    Map<Name, byte[]> keys = new EnumMap<>(Name.class);
    for (Name name : Name.values()) {
      keys.put(name, randomKey(random));
    }
    return new AccountKeys(keys);
  }

  public static byte[] randomKey(SecureRandom random) {
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    return key;
  }

  /// The same keys but one.
  public AccountKeys with(Name name, byte[] key) {
    Map<Name, byte[]> changed = new EnumMap<>(keys);
    changed.put(name, key.clone());
    return new AccountKeys(changed);
  }

  public byte[] key(Name name) {
    return requireKey(name).clone();
  }

  private byte[] requireKey(Name name) {
    byte[] key = keys.get(name);
    if (key == null) {
      throw new IllegalStateException("there is no key " + name);
    }
    return key;
  }

  @Override
  public byte[] encode() {
    ByteWriter out = new ByteWriter(512).writeByte(FORMAT);
    for (Name name : Name.values()) {
      out.writeBlock(requireKey(name));
    }
    return out.toByteArray();
  }

  public static AccountKeys decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.readByte() != FORMAT) {
      throw OrreryException.corrupted("the account's keys have an unknown format");
    }
    Map<Name, byte[]> keys = new EnumMap<>(Name.class);
    for (Name name : Name.values()) {
      keys.put(name, in.readBlock());
    }
    in.requireEnd();
    return new AccountKeys(keys);
  }

  /// Secrets do not belong into logs.
  @Override
  public String toString() {
    return "AccountKeys";
  }
}
