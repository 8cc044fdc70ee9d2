// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

import io.orrery.wire.http.PercentEncoding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The parameters behind the question mark, decoded.
public final class Parameters {
  private final Map<String, String> values;

  private Parameters(Map<String, String> values) {
    this.values = values;
  }

  /// Fails with INVALID_ARGUMENT if the percent-encoding is wrong, or a name comes twice.
  public static Parameters parse(String query) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int start = 0; start < query.length(); ) {
      int end = query.indexOf('&', start);
      String part = query.substring(start, end < 0 ? query.length() : end);
      if (!part.isEmpty()) {
        int equals = part.indexOf('=');
        String name = decode(equals < 0 ? part : part.substring(0, equals));
        String value = equals < 0 ? "" : decode(part.substring(equals + 1));
        if (values.putIfAbsent(name, value) != null) {
          throw new TableRefusal(
              TableError.INVALID_QUERY_PARAMETER_VALUE,
              "The query parameter %s is given twice.".formatted(name));
        }
      }
      start = end < 0 ? query.length() : end + 1;
    }
    return new Parameters(values);
  }

  /// As forms are encoded: a plus sign is a space.
  private static String decode(String text) {
    return PercentEncoding.decode(text.replace('+', ' '));
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  public boolean has(String name, String value) {
    return value.equals(values.get(name));
  }

  public Set<String> names() {
    return values.keySet();
  }
}
