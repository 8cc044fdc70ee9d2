// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.model.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The OData options of a query.
///
/// @param filter empty for none
/// @param select the properties wanted; null for all
/// @param top how many rows a page may have
public record QueryOptions(String filter, @Nullable List<String> select, int top) {
  private static final Set<String> KNOWN = Set.of("$filter", "$select", "$top", "$format");

  /// Fails with NotImplemented for options that Azure Tables does not have, with InvalidInput for
  /// values that make no sense.
  public static QueryOptions of(Parameters parameters) {
    for (String name : parameters.names()) {
      if (name.startsWith("$") && !KNOWN.contains(name)) {
        throw TableRefusal.notImplemented("the query option " + name);
      }
    }
    return new QueryOptions(
        parameters.find("$filter").orElse(""),
        parameters.find("$select").map(QueryOptions::names).orElse(null),
        parameters.find("$top").map(QueryOptions::top).orElse(Limits.TABLE_PAGE));
  }

  private static @Nullable List<String> names(String select) {
    List<String> names =
        Arrays.stream(select.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList();
    return names.isEmpty() || names.contains("*") ? null : names;
  }

  private static int top(String text) {
    int top;
    try {
      top = Integer.parseInt(text.strip());
    } catch (NumberFormatException _) {
      top = 0;
    }
    if (top < 1 || top > Limits.TABLE_PAGE) {
      throw TableRefusal.invalid(
          "One of the request inputs is not valid: $top is a number from 1 to %d."
              .formatted(Limits.TABLE_PAGE));
    }
    return top;
  }
}
