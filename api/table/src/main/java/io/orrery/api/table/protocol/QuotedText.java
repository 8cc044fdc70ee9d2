// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import java.util.Optional;

/// A text in single quotes, as addresses and filters have it: two quotes in it are one.
///
/// @param end where what stands behind it begins
public record QuotedText(String content, int end) {

  /// The one whose first quote stands at this place; empty if it does not end.
  public static Optional<QuotedText> at(String text, int start) {
    StringBuilder content = new StringBuilder();
    int at = start + 1;
    while (at < text.length()) {
      char next = text.charAt(at++);
      if (next != '\'') {
        content.append(next);
      } else if (at < text.length() && text.charAt(at) == '\'') {
        content.append(next);
        at++;
      } else {
        return Optional.of(new QuotedText(content.toString(), at));
      }
    }
    return Optional.empty();
  }
}
