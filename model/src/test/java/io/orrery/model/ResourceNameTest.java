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
    assertThat(ResourceName.requireScript(name, Limits.DEFAULT)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "#a", "a?", "a ", "a\tb", "a\r\nb"})
  void scriptsMayHaveNamesThatContainersMayNot(String name) {
    assertThat(ResourceName.requireScript(name, Limits.DEFAULT)).isEqualTo(name);
    assertNameRefused(name, "The container name is not valid");
  }

  @Test
  void scriptsMayNotHaveEveryName() {
    for (String name : new String[] {"", "a\\b", "x".repeat(256)}) {
      assertRefused(() -> ResourceName.requireScript(name, Limits.DEFAULT), "The script name");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a\\b", "#a", "a?"})
  void charactersOfAddressesAreRefused(String name) {
    String character = name.replaceAll("[ab]", "");
    assertNameRefused(
        name, "The container name is not valid: it contains the character '" + character + "'");
  }

  @Test
  void emptyNamesAndSpacesAtTheEndAreRefused() {
    assertNameRefused("", "is empty");
    assertNameRefused("a ", "ends with a space");
  }

  @Test
  void controlCharactersAreRefused() {
    assertNameRefused("a\nb", "U+000A");
    assertNameRefused("a\u0085", "U+0085");
  }

  @Test
  void namesAreCountedInCharacters() {
    String longest = "ü".repeat(255);
    assertThat(ResourceName.require("container", longest, Limits.DEFAULT)).isEqualTo(longest);
    assertNameRefused(longest + "x", "has 256 characters, at most 255");
  }

  private static void assertNameRefused(String name, String reason) {
    assertRefused(() -> ResourceName.require("container", name, Limits.DEFAULT), reason);
  }

  private static void assertRefused(Runnable action, String reason) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }
}
