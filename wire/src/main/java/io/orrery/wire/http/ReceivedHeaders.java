// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The headers of a request where the decoder put them: looked up by hash, not copied.
final class ReceivedHeaders implements io.orrery.wire.http.HttpHeaders {
  private final HttpHeaders headers;

  ReceivedHeaders(HttpHeaders headers) {
    this.headers = headers;
  }

  @Override
  public Optional<String> find(String name) {
    return Optional.ofNullable(headers.get(name));
  }

  @Override
  public List<Field> fields() {
    List<Field> fields = new ArrayList<>(headers.size());
    for (Map.Entry<String, String> entry : headers) {
      fields.add(new Field(entry.getKey(), entry.getValue()));
    }
    return List.copyOf(fields);
  }
}
