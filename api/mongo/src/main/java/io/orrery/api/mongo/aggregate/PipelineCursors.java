// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// The cursors of pipelines that clients have not read to their ends.
final class PipelineCursors {
  private static final int CURSORS_MAX = 1000;
  private static final long IDLE_MILLIS = Duration.ofMinutes(10).toMillis();

  private record Kept(PipelineCursor cursor, long usedMillis) {}

  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /// Those not used for longest first. Guarded by this.
  private final Map<Long, Kept> cursors = new LinkedHashMap<>(16, 0.75f, true);

  PipelineCursors(InstantSource clock) {
    this.clock = clock;
  }

  /// Keeps a cursor, in the place of whichever nobody used for longest if there are too many.
  synchronized long open(PipelineCursor cursor) {
    forgetOld();
    long id = random.nextLong(1, Long.MAX_VALUE);
    cursors.put(id, new Kept(cursor, clock.millis()));
    return id;
  }

  private void forgetOld() {
    long before = clock.millis() - IDLE_MILLIS;
    var eldest = cursors.values().iterator();
    while (eldest.hasNext()) {
      Kept kept = eldest.next();
      if (kept.usedMillis() >= before && cursors.size() < CURSORS_MAX) {
        return;
      }
      kept.cursor().close();
      eldest.remove();
    }
  }

  synchronized boolean has(long id) {
    forgetOld();
    return cursors.containsKey(id);
  }

  /// Takes a cursor out; whoever goes on with it gives it back by [#keep], or closes it.
  synchronized PipelineCursor take(long id, Namespace namespace, Value session) {
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

  synchronized void keep(long id, PipelineCursor cursor) {
    cursors.put(id, new Kept(cursor, clock.millis()));
  }

  synchronized void killOf(Value session) {
    cursors
        .values()
        .removeIf(
            kept -> {
              boolean own = kept.cursor().session().equals(session);
              if (own) {
                kept.cursor().close();
              }
              return own;
            });
  }

  synchronized void killAll() {
    cursors.values().forEach(kept -> kept.cursor().close());
    cursors.clear();
  }

  /// False if there was none.
  synchronized boolean kill(long id) {
    Kept kept = cursors.remove(id);
    if (kept != null) {
      kept.cursor().close();
    }
    return kept != null;
  }
}
