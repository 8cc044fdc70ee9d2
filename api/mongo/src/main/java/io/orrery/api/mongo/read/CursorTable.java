// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Cursors that clients have not read to their ends, by the numbers they were told. There are only
/// so many, and none that nobody came back to for long.
public final class CursorTable<C extends CursorTable.Cursor> {
  private static final long IDLE_MILLIS = Duration.ofMinutes(10).toMillis();

  /// A place in what a client is told.
  public interface Cursor {
    Namespace namespace();

    /// Who may go on with it; undefined if anybody may.
    Value session();

    /// Nobody will go on with it.
    default void close() {}
  }

  private record Kept<C>(C cursor, long usedMillis) {}

  private final int cursorsMax;
  private final InstantSource clock;
  private final SecureRandom random = new SecureRandom();

  /// Those not used for longest first. Guarded by this.
  private final Map<Long, Kept<C>> cursors = new LinkedHashMap<>(16, 0.75f, true);

  public CursorTable(int cursorsMax, InstantSource clock) {
    this.cursorsMax = cursorsMax;
    this.clock = clock;
  }

  /// Keeps a cursor, in the place of whichever nobody used for longest if there are too many.
  public synchronized long open(C cursor) {
    forgetOld();
    long id = random.nextLong(1, Long.MAX_VALUE);
    keep(id, cursor);
    return id;
  }

  private void forgetOld() {
    long before = clock.millis() - IDLE_MILLIS;
    var eldest = cursors.values().iterator();
    while (eldest.hasNext()) {
      Kept<C> kept = eldest.next();
      if (kept.usedMillis() >= before && cursors.size() < cursorsMax) {
        return;
      }
      kept.cursor().close();
      eldest.remove();
    }
  }

  public synchronized boolean has(long id) {
    forgetOld();
    return cursors.containsKey(id);
  }

  /// Takes a cursor out; whoever goes on with it gives it back by [#keep], or closes it.
  public synchronized C take(long id, Namespace namespace, Value session) {
    forgetOld();
    Kept<C> kept = cursors.get(id);
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

  public synchronized void keep(long id, C cursor) {
    cursors.put(id, new Kept<>(cursor, clock.millis()));
  }

  /// Those of a session.
  public synchronized void killOf(Value session) {
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

  public synchronized void killAll() {
    cursors.values().forEach(kept -> kept.cursor().close());
    cursors.clear();
  }

  /// False if there was none.
  public synchronized boolean kill(long id) {
    Kept<C> kept = cursors.remove(id);
    if (kept != null) {
      kept.cursor().close();
    }
    return kept != null;
  }
}
