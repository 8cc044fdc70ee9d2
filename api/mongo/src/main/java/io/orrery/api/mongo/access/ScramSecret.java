// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

/// What is kept of a password: enough to check a proof that somebody has it, and too little to make
/// one.
public record ScramSecret(byte[] salt, byte[] storedKey, byte[] serverKey) {

  /// Made of a password as it goes into the exchange. That is meant to be slow.
  public static ScramSecret of(ScramMechanism mechanism, String password, byte[] salt) {
    byte[] salted = mechanism.saltedPassword(password, salt);
    byte[] clientKey = mechanism.sign(salted, "Client Key");
    return new ScramSecret(
        salt.clone(), mechanism.hash(clientKey), mechanism.sign(salted, "Server Key"));
  }

  /// Without what is in it, which belongs into no log.
  @Override
  public String toString() {
    return "ScramSecret";
  }
}
