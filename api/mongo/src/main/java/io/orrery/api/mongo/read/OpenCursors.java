// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/// Where clients are in what they have found. A cursor holds no rows and no state of a partition:
/// only what to ask, and where to go on. So splits do not matter to it.
public final class OpenCursors {
  private static final int CURSORS_MAX = 10_000;
  private static final long IDLE_MILLIS = Duration.ofMinutes(10).toMillis();

  /// A place in what a client has found.
  ///
  /// @param session who may go on with it; undefined if anybody may
  /// @param continuation where the last page ended; empty if there was none yet
  record OpenCursor(
      Namespace namespace,
      Value session,
      QueryRequest query,
      Projection projection,
      Optional<String> continuation) {

    OpenCursor at(Optional<String> next) {
      return new OpenCursor(namespace, session, query, projection, next);
    }
  }

  private record Kept(OpenCursor cursor, long usedMillis) {}

  private final InstantSource clock;

  /// Guarded by this.
  private LongPredicate others = _ -> false;

  private final SecureRandom random = new SecureRandom();

  /// Those not used for longest first. Guarded by this.
  private final Map<Long, Kept> cursors = new LinkedHashMap<>(16, 0.75f, true);

  public OpenCursors(InstantSource clock) {
    this.clock = clock;
  }

  /// Keeps a cursor, in the place of whichever nobody used for longest if there are too many.
  synchronized long open(OpenCursor cursor) {
    forgetOld();
    long id = random.nextLong(1, Long.MAX_VALUE);
    cursors.put(id, new Kept(cursor, clock.millis()));
    return id;
  }

  private void forgetOld() {
    long before = clock.millis() - IDLE_MILLIS;
    var eldest = cursors.entrySet().iterator();
    while (eldest.hasNext()) {
      boolean idle = eldest.next().getValue().usedMillis() < before;
      if (!idle && cursors.size() < CURSORS_MAX) {
        return;
      }
      eldest.remove();
    }
  }

  /// Takes a cursor out; whoever goes on with it gives it back by [#keep].
  synchronized OpenCursor take(long id, Namespace namespace, Value session) {
    forgetOld();
    Kept kept = cursors.get(id);
    if (kept == null || !kept.cursor().namespace().equals(namespace)) {
      throw new MongoFailure(MongoError.CURSOR_NOT_FOUND, "cursor id %d not found".formatted(id));
    }
    if (!kept.cursor().session().equals(session)) {
      throw new MongoFailure(
          MongoError.UNAUTHORIZED,
          "cursor id %d was not created by the session that asks for more".formatted(id));
    }
    cursors.remove(id);
    return kept.cursor();
  }

  synchronized void keep(long id, OpenCursor cursor) {
    cursors.put(id, new Kept(cursor, clock.millis()));
  }

  /// Those of a session.
  public synchronized void killOf(Value session) {
    cursors.values().removeIf(kept -> kept.cursor().session().equals(session));
  }

  public synchronized void killAll() {
    cursors.clear();
  }

  /// Somebody else who has cursors, and is asked about those that are not known here.
  public synchronized void alsoKills(LongPredicate other) {
    others = other;
  }

  /// False if there was none.
  synchronized boolean kill(long id) {
    return cursors.remove(id) != null || others.test(id);
  }
}
