// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DoorTest {
  @Test
  void doorsAreAtTheHostOfTheAccount() {
    assertThat(new Door.Place("http://localhost:8081/", 10255).host()).isEqualTo("localhost");
    assertThat(new Door.Place("https://[::1]:8081/", 10255).host()).isEqualTo("[::1]");
    assertThat(new Door.Place("https://[::1]/", 10255).host()).isEqualTo("[::1]");
    assertThat(new Door.Place("https://db.example/", 1).host()).isEqualTo("db.example");
    assertThat(new Door.Place("https://db.example", 1).host()).isEqualTo("db.example");
    assertThat(new Door.Place("x", 1).host()).isEqualTo("x");
  }

  @Test
  void doorsAreSecureWhereTheAccountIs() {
    assertThat(new Door.Place("https://a/", 1).secure()).isTrue();
    assertThat(new Door.Place("http://a/", 1).secure()).isFalse();
  }
}
