// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import io.orrery.model.value.Value;
import java.util.Locale;
import java.util.Optional;

/// Which language the texts of an item are in: that of the index, unless a document names its own,
/// which then holds for all that is in it.
///
/// @param usual one of the names in [TextTerms]
/// @param field where a document names its own
public record TextLanguage(String usual, String field) {

  /// A language by one of its names; empty if there are no rules of it.
  public static Optional<String> find(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "english", "en" -> Optional.of(TextTerms.ENGLISH);
      case "none" -> Optional.of(TextTerms.NONE);
      default -> Optional.empty();
    };
  }

  /// The language of a document.
  ///
  /// @param around that of what the document stands in
  String of(Value.Document document, String around) {
    return document.property(field) instanceof Value.Text(String name)
        ? find(name).orElse(around)
        : around;
  }
}
