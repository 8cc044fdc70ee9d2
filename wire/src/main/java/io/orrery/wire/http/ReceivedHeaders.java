// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The headers of a request where the decoder put them: looked up by hash, not copied.
final class ReceivedHeaders implements io.orrery.wire.http.HttpHeaders {
  /// Names that were asked for, with their hashes, which are those of the decoder's table: a text
  /// would be hashed anew at every look-up.
  private static final ConcurrentHashMap<String, AsciiString> NAMES = new ConcurrentHashMap<>();

  private static final int NAMES_MAX = 1000;

  private final HttpHeaders headers;

  ReceivedHeaders(HttpHeaders headers) {
    this.headers = headers;
  }

  @Override
  public Optional<String> find(String name) {
    return Optional.ofNullable(headers.get(hashed(name)));
  }

  private static CharSequence hashed(String name) {
    AsciiString known = NAMES.get(name);
    if (known == null) {
      known = new AsciiString(name);
      if (NAMES.size() < NAMES_MAX) {
        NAMES.put(name, known);
      }
    }
    return known;
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
