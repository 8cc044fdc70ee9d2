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
record Call(
    String method, List<String> segments, Map<String, String> headers, Optional<byte[]> body) {

  static Call of(String method, String... segments) {
    return new Call(method, List.of(segments), Map.of(), Optional.empty());
  }

  /// @param query the text and the parameters of a query on a feed
  static Call query(Value.Document query, String... segments) {
    return of("POST", segments)
        .with(query)
        .header("x-ms-documentdb-isquery", "True")
        .header("Content-Type", "application/query+json");
  }

  Call header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Call(method, segments, more, body);
  }

  Call with(byte[] json) {
    return new Call(method, segments, headers, Optional.of(json));
  }

  Call with(Value json) {
    return with(StoredItems.toJson(StoredItems.encode(json)));
  }
}
