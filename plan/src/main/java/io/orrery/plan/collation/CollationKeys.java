// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.collation;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Values in the place of others, which compare as a collation has it. A text becomes one of the
/// bytes of its sort key, each a character below 256: byte order of such texts is the order of the
/// language. What has no text in it stays as it is.
public final class CollationKeys {
  /// Clients name collations; more of them than this are made anew each time.
  private static final int KNOWN_MAX = 256;

  private static final ConcurrentHashMap<Collation, CollationKeys> KNOWN =
      new ConcurrentHashMap<>();

  /// Frozen, so that threads may share it.
  private final RuleBasedCollator collator;

  private CollationKeys(RuleBasedCollator collator) {
    this.collator = collator;
  }

  /// Fails with INVALID_ARGUMENT if there is no such locale.
  ///
  /// @param collation another one than the simple
  public static CollationKeys of(Collation collation) {
    CollationKeys known = KNOWN.get(collation);
    if (known == null) {
      known = new CollationKeys(collator(collation));
      if (KNOWN.size() < KNOWN_MAX) {
        KNOWN.putIfAbsent(collation, known);
      }
    }
    return known;
  }

  private static RuleBasedCollator collator(Collation collation) {
    ULocale locale = new ULocale(collation.locale());
    if (!(Collator.getInstance(locale) instanceof RuleBasedCollator found)
        || !found
            .getLocale(ULocale.VALID_LOCALE)
            .getLanguage()
            .equals(ULocale.ROOT.equals(locale) ? "" : locale.getLanguage())) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "There is no collation of the locale: " + collation.locale());
    }
    RuleBasedCollator made = found.cloneAsThawed();
    made.setStrength(strength(collation.strength()));
    made.setCaseLevel(collation.caseLevel());
    switch (collation.caseFirst()) {
      case OFF -> {
        made.setUpperCaseFirst(false);
        made.setLowerCaseFirst(false);
      }
      case UPPER -> made.setUpperCaseFirst(true);
      case LOWER -> made.setLowerCaseFirst(true);
    }
    made.setNumericCollation(collation.numericOrdering());
    made.setAlternateHandlingShifted(collation.shifted());
    made.setMaxVariable(
        collation.spacesOnly() ? Collator.ReorderCodes.SPACE : Collator.ReorderCodes.PUNCTUATION);
    made.setDecomposition(
        collation.normalization() ? Collator.CANONICAL_DECOMPOSITION : Collator.NO_DECOMPOSITION);
    made.setFrenchCollation(collation.backwards());
    return (RuleBasedCollator) made.freeze();
  }

  private static int strength(int strength) {
    return switch (strength) {
      case 1 -> Collator.PRIMARY;
      case 2 -> Collator.SECONDARY;
      case 3 -> Collator.TERTIARY;
      case 4 -> Collator.QUATERNARY;
      case 5 -> Collator.IDENTICAL;
      default -> throw new IllegalArgumentException("strength " + strength);
    };
  }

  /// The value that stands for another where values are compared.
  public Value of(Value value) {
    return switch (value) {
      case Value.Text(String text) -> new Value.Text(key(text));
      case Value.Symbol(String text) -> new Value.Text(key(text));
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(this::of).toList());
      case Value.Document document -> {
        LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
        document.properties().forEach((name, each) -> fields.put(name, of(each)));
        yield new Value.Document(fields);
      }
      case Value other -> other;
    };
  }

  private String key(String text) {
    RawCollationKey key = collator.getRawCollationKey(text, null);
    return new String(key.bytes, 0, key.size, StandardCharsets.ISO_8859_1);
  }

  /// Whether a value is one that a collation makes another of.
  public static boolean concerns(Value value) {
    return switch (value) {
      case Value.Text _, Value.Symbol _ -> true;
      case Value.Array(List<Value> elements) -> elements.stream().anyMatch(CollationKeys::concerns);
      case Value.Document document ->
          document.properties().values().stream().anyMatch(CollationKeys::concerns);
      case Value _ -> false;
    };
  }
}
