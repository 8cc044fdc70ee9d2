// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request in the making.
///
/// @param segments the address, not encoded
/// @param parameters what follows the question mark, not encoded
record Call(
    String method,
    List<String> segments,
    Map<String, String> parameters,
    Map<String, String> headers,
    Optional<byte[]> body) {

  static Call of(String method, String... segments) {
    return new Call(method, List.of(segments), Map.of(), Map.of(), Optional.empty());
  }

  /// @param query the text and the parameters of a query on a feed
  static Call query(Value.Document query, String... segments) {
    return of("POST", segments)
        .with(query)
        .header("x-ms-documentdb-isquery", "True")
        .header("Content-Type", "application/query+json");
  }

  Call header(String name, String value) {
    return new Call(method, segments, parameters, with(headers, name, value), body);
  }

  Call parameter(String name, String value) {
    return new Call(method, segments, with(parameters, name, value), headers, body);
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(map);
    more.put(name, value);
    return more;
  }

  Call with(byte[] json) {
    return new Call(method, segments, parameters, headers, Optional.of(json));
  }

  Call with(Value json) {
    return with(StoredItems.toJson(StoredItems.encode(json)));
  }
}
