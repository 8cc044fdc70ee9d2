// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.collation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.container.Collation.CaseFirst;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CollationKeysTest {
  private static final Collation GERMAN =
      new Collation("de", 1, false, CaseFirst.OFF, true, false, false, false, false);

  private static Collation strength(String locale, int strength) {
    return new Collation(locale, strength, false, CaseFirst.OFF, false, false, false, false, false);
  }

  private static List<String> sorted(Collation collation, String... texts) {
    CollationKeys keys = CollationKeys.of(collation);
    return Stream.of(texts)
        .sorted(Comparator.comparing(text -> keys.of(new Value.Text(text)), ValueOrder.BSON))
        .toList();
  }

  private static boolean same(Collation collation, String one, String other) {
    CollationKeys keys = CollationKeys.of(collation);
    return keys.of(new Value.Text(one)).equals(keys.of(new Value.Text(other)));
  }

  @Test
  void theOrderOfKeysIsThatOfTheLanguage() {
    assertThat(sorted(strength("de", 3), "z", "Ä", "a", "B", "ä", "b", "A"))
        .containsExactly("a", "A", "ä", "Ä", "b", "B", "z");
    assertThat(sorted(strength("sv", 3), "z", "ä", "a")).containsExactly("a", "z", "ä");
  }

  @Test
  void strengthSaysWhichDifferencesCount() {
    assertThat(same(strength("fr", 1), "cote", "CÔTÉ")).isTrue();
    assertThat(same(strength("fr", 2), "cote", "COTE")).isTrue();
    assertThat(same(strength("fr", 2), "cote", "côté")).isFalse();
    assertThat(same(strength("fr", 3), "cote", "Cote")).isFalse();
  }

  @Test
  void digitsMayCompareAsNumbers() {
    assertThat(sorted(GERMAN, "a10", "a9", "a1")).containsExactly("a1", "a9", "a10");
  }

  @Test
  void onlyTextsBecomeOthersHoweverDeep() {
    CollationKeys keys = CollationKeys.of(GERMAN);
    assertThat(keys.of(new Value.Int32(5))).isEqualTo(new Value.Int32(5));
    Value.Document inside =
        new Value.Document(
            new LinkedHashMap<>(
                Map.of("a", new Value.Array(List.of(new Value.Text("X"), new Value.Int32(1))))));
    Value.Document other =
        new Value.Document(
            new LinkedHashMap<>(
                Map.of("a", new Value.Array(List.of(new Value.Text("x"), new Value.Int32(1))))));
    assertThat(keys.of(inside)).isEqualTo(keys.of(other)).isNotEqualTo(inside);
  }

  @Test
  void anUnknownLocaleIsRefused() {
    assertThatThrownBy(() -> CollationKeys.of(strength("xx", 3)))
        .isInstanceOf(OrreryException.class);
  }

  @Test
  void aCollationSurvivesItsBytes() {
    ByteWriter out = new ByteWriter(16);
    GERMAN.write(out);
    assertThat(Collation.read(new ByteReader(out.toByteArray()))).isEqualTo(GERMAN);
  }
}
