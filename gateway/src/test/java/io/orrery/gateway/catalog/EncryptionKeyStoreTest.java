// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ClientEncryptionKey;
import io.orrery.model.catalog.Resource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EncryptionKeyStoreTest {
  private static final long SEED = 20_261_116;

  private final StoresBed bed =
      new StoresBed(Limits.DEFAULT.with(Limits.Name.CLIENT_ENCRYPTION_KEYS, 2));
  private EncryptionKeyStore keys = open();

  private EncryptionKeyStore open() {
    bed.restart();
    return new EncryptionKeyStore(bed.plane().catalog(), bed.limits());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String properties(ClientEncryptionKey key) {
    return new String(key.properties(), StandardCharsets.UTF_8);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void keysSurviveARestart() {
    ClientEncryptionKey first = keys.create(1, "ä", bytes("wrapped"));
    ClientEncryptionKey rewrapped = keys.rewrap(first, old -> bytes(properties(old) + " anew"));
    keys = open();
    ClientEncryptionKey found = keys.find(1, "ä").orElseThrow();
    assertThat(found.encode()).isEqualTo(rewrapped.encode());
    assertThat(properties(found)).isEqualTo("wrapped anew");
    assertThat(found.number()).isEqualTo(first.number());
    assertThat(found.revision()).isGreaterThan(first.revision());
    assertThat(keys.create(2, "b", bytes("x")).number()).isGreaterThan(found.number());
  }

  @Test
  void namesAreUniqueInADatabase() {
    keys.create(1, "a", bytes("x"));
    keys.create(2, "a", bytes("y"));
    assertFails(ErrorCode.CONFLICT, () -> keys.create(1, "a", bytes("z")));
    assertThat(keys.all(1)).extracting(EncryptionKeyStoreTest::properties).containsExactly("x");
  }

  @Test
  void aDatabaseHasSoMany() {
    keys.create(1, "a", bytes("x"));
    keys.create(1, "b", bytes("x"));
    assertFails(ErrorCode.LIMIT_EXCEEDED, () -> keys.create(1, "c", bytes("x")));
    assertThat(keys.create(2, "c", bytes("x")).name()).isEqualTo("c");
  }

  @Test
  void whatIsRefusedChangesNothing() {
    ClientEncryptionKey key = keys.create(1, "a", bytes("x"));
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () ->
            keys.rewrap(
                key,
                _ -> {
                  throw new OrreryException(ErrorCode.PRECONDITION_FAILED, "No.");
                }));
    assertThat(keys.find(1, key.number())).contains(key);
  }

  @Test
  void theyGoWithTheirDatabase() {
    ClientEncryptionKey gone = keys.create(1, "a", bytes("x"));
    keys.create(2, "a", bytes("y"));
    bed.plane().deleteDatabase("database 1");
    assertFails(ErrorCode.NOT_FOUND, () -> keys.rewrap(gone, ClientEncryptionKey::properties));
    keys = open();
    assertThat(keys.all(1)).isEmpty();
    assertThat(keys.all(2)).hasSize(1);
  }

  @Test
  void damagedRecordsAreNoticed() {
    byte[] valid = keys.create(1, "a", bytes("wrapped")).encode();
    for (int length = 0; length < valid.length; length++) {
      byte[] shorter = Arrays.copyOf(valid, length);
      assertFails(ErrorCode.CORRUPTED, () -> Resource.decode(shorter));
    }
    Random random = new Random(SEED);
    for (int round = 0; round < 5000; round++) {
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      try {
        Resource.decode(noise);
      } catch (OrreryException e) {
        assertThat(e.code()).as("seed %d", SEED).isEqualTo(ErrorCode.CORRUPTED);
      }
    }
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
