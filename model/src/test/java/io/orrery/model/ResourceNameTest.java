// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "my db", "größe", "a.b-c_d@e", " leading", "😀", "%41", "a\u00a0"})
  void ordinaryNamesAreTaken(String name) {
    assertThat(ResourceName.require("database", name, Limits.DEFAULT)).isEqualTo(name);
    assertThat(ResourceName.requireItemId(name, Limits.DEFAULT)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "#a", "a?"})
  void charactersOfAddressesAreRefused(String name) {
    String character = name.replaceAll("[ab]", "");
    assertNameRefused(
        name, "The container name is not valid: it contains the character '" + character + "'");
    assertIdRefused(
        name, "The item id is not valid: it contains the character '" + character + "'");
  }

  @Test
  void emptyNamesAndSpacesAtTheEndAreRefused() {
    assertNameRefused("", "is empty");
    assertNameRefused("a ", "ends with a space");
    assertIdRefused("", "is empty");
    assertIdRefused("a ", "ends with a space");
  }

  @Test
  void controlCharactersAreRefusedInNamesOnly() {
    assertNameRefused("a\nb", "U+000A");
    assertNameRefused("a\u0085", "U+0085");
    assertThat(ResourceName.requireItemId("a\nb", Limits.DEFAULT)).isEqualTo("a\nb");
  }

  @Test
  void namesAreCountedInCharacters() {
    String longest = "ü".repeat(255);
    assertThat(ResourceName.require("container", longest, Limits.DEFAULT)).isEqualTo(longest);
    assertNameRefused(longest + "x", "has 256 characters, at most 255");
  }

  @Test
  void idsAreCountedInBytes() {
    for (String longest :
        new String[] {
          "a".repeat(1023), "ü".repeat(511), "你".repeat(341), "😀".repeat(255), "\ud83d".repeat(341)
        }) {
      assertThat(ResourceName.requireItemId(longest, Limits.DEFAULT)).isEqualTo(longest);
      String tooLong = longest + "你好";
      assertIdRefused(tooLong, "bytes, at most 1023");
    }
    assertIdRefused("😀".repeat(256), "has 1024 bytes");
  }

  private static void assertNameRefused(String name, String reason) {
    assertRefused(() -> ResourceName.require("container", name, Limits.DEFAULT), reason);
  }

  private static void assertIdRefused(String id, String reason) {
    assertRefused(() -> ResourceName.requireItemId(id, Limits.DEFAULT), reason);
  }

  private static void assertRefused(Runnable action, String reason) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
