// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import java.util.Collection;
import java.util.Comparator;

/// Guesses what somebody meant who wrote a name that does not exist.
public final class NearestName {
  private NearestName() {}

  /// The known name that takes the fewest changes of single characters to reach; the first of
  /// several.
  public static String among(Collection<String> known, String written) {
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(name, written)))
        .orElseThrow(() -> new IllegalArgumentException("No names to choose from"));
  }

  /// Levenshtein's distance, one row of the table at a time.
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
