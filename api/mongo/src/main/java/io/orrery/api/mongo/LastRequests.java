// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// The last request of each session, whichever connection it came by: drivers pool connections.
final class LastRequests {
  /// Beyond so many sessions all of them are forgotten.
  private static final int SESSIONS_MAX = 10_000;

  /// What kind of binary their names are.
  private static final int UUID = 4;

  private final ConcurrentHashMap<ByteBuffer, LastRequest> known = new ConcurrentHashMap<>();

  /// @param session as it stands in requests; anything else is nobody's
  void keep(Value session, LastRequest request) {
    if (session instanceof Value.Document document
        && document.property("id") instanceof Value.Binary(byte[] id, int _)) {
      if (known.size() >= SESSIONS_MAX) {
        known.clear();
      }
      known.put(ByteBuffer.wrap(id), request);
    }
  }

  /// The sessions that were used lately, one document each.
  ///
  /// @param asking which asks, and counts as used now
  List<Value> sessions(Value asking, Value.DateTime now) {
    List<Value> all = new ArrayList<>();
    if (asking instanceof Value.Document document
        && document.property("id") instanceof Value.Binary id) {
      all.add(session(id, now));
    }
    known.forEach(
        (bytes, last) -> {
          byte[] id = new byte[bytes.remaining()];
          bytes.duplicate().get(id);
          Value.Document each = session(new Value.Binary(id, UUID), last.at());
          if (all.isEmpty() || !session(each).equals(session(all.getFirst()))) {
            all.add(each);
          }
        });
    return all;
  }

  private static Value session(Value document) {
    return ((Value.Document) document).property("_id");
  }

  private static Value.Document session(Value.Binary id, Value.DateTime lastUse) {
    LinkedHashMap<String, Value> name = new LinkedHashMap<>();
    name.put("id", id);
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("_id", new Value.Document(name));
    fields.put("lastUse", lastUse);
    return new Value.Document(fields);
  }

  /// @param otherwise what to tell of a session that has asked for nothing
  LastRequest of(Value session, LastRequest otherwise) {
    return session instanceof Value.Document document
            && document.property("id") instanceof Value.Binary(byte[] id, int _)
        ? known.getOrDefault(ByteBuffer.wrap(id), otherwise)
        : otherwise;
  }
}
