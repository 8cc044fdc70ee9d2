// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class RidTest {
  private static Rid reread(Rid rid) {
    return Rid.parse(rid.toString()).orElseThrow();
  }

  @Test
  void textLeadsBackToTheNumbers() {
    for (int number : new int[] {1, 255, 256, 1 << 20, Integer.MAX_VALUE}) {
      assertThat(reread(Rid.database(number)).databaseNumber()).isEqualTo(number);
      Rid container = reread(Rid.container(7, number));
      assertThat(container.databaseNumber()).isEqualTo(7);
      assertThat(container.ownedNumber()).isEqualTo(number);
      assertThat(container.isInContainer()).isTrue();
      Rid user = reread(Rid.user(7, number));
      assertThat(user.ownedNumber()).isEqualTo(number);
      assertThat(user.isInContainer()).isFalse();
      assertThat(reread(Rid.permission(user, number)).permissionNumber()).isEqualTo(number);
      assertThat(reread(Rid.item(container, number)).itemNumber()).isEqualTo(number);
    }
    assertThat(reread(Rid.offer(0xABCDEF)).offerNumber()).isEqualTo(0xABCDEF);
  }

  /// SDKs read the kind from the high nibble of the last byte.
  @Test
  void kindStandsInTheLastByte() {
    Rid container = Rid.container(1, 2);
    assertThat(lastByte(Rid.item(container, (1L << 60) - 1)) >> 4).isZero();
    assertThat(lastByte(Rid.range(container, Integer.MAX_VALUE)) >> 4).isEqualTo(5);
  }

  private static int lastByte(Rid rid) {
    byte[] bytes = Base64.getDecoder().decode(rid.toString().replace('-', '/'));
    return bytes[bytes.length - 1] & 0xFF;
  }

  @Test
  void textHasNoSlash() {
    assertThat(Rid.offer(0xFFFFFF).toString()).isEqualTo("----");
    assertThat(Rid.parse("----").orElseThrow()).isEqualTo(Rid.offer(0xFFFFFF));
  }

  @Test
  void whatIsNoRidIsNone() {
    for (String text : new String[] {"", "a", "abcd=", "====", "AAAAAA==x", "AAAAAAA=", "ü234"}) {
      assertThat(Rid.parse(text)).as(text).isEmpty();
    }
    assertThat(Rid.parse("A".repeat(1000))).isEmpty();
    assertThatThrownBy(() -> Rid.offer(1 << 24)).isInstanceOf(OrreryException.class);
  }
}
