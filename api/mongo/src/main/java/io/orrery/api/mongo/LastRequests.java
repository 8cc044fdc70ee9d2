// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.model.value.Value;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;

/// The last request of each session, whichever connection it came by: drivers pool connections.
final class LastRequests {
  /// Beyond so many sessions all of them are forgotten.
  private static final int SESSIONS_MAX = 10_000;

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

  /// @param otherwise what to tell of a session that has asked for nothing
  LastRequest of(Value session, LastRequest otherwise) {
    return session instanceof Value.Document document
            && document.property("id") instanceof Value.Binary(byte[] id, int _)
        ? known.getOrDefault(ByteBuffer.wrap(id), otherwise)
        : otherwise;
  }
}
