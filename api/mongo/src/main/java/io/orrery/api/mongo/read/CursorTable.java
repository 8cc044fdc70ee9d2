// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.model.value.Value;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Cursors that clients have not read to their ends, by the numbers they were told. There are only
/// so many, and none that nobody came back to for long.
///
/// Those that can are noted with every step, so that they are still here when the server starts
/// again. Their numbers are even, those of the others odd: after a start nothing else is known of
/// them.
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
  private final CursorNotes<C> notes;
  private final SecureRandom random = new SecureRandom();

  /// Those not used for longest first. Guarded by this.
  private final Map<Long, Kept<C>> cursors = new LinkedHashMap<>(16, 0.75f, true);

  /// Whether those of the process before this one are here. Guarded by this.
  private boolean complete;

  public CursorTable(int cursorsMax, InstantSource clock, CursorNotes<C> notes) {
    this.cursorsMax = cursorsMax;
    this.clock = clock;
    this.notes = notes;
  }

  /// Keeps a cursor, in the place of whichever nobody used for longest if there are too many.
  public long open(C cursor) {
    forgetOld();
    long id = random.nextLong(1, Long.MAX_VALUE / 2) * 2;
    long now = clock.millis();
    if (!notes.keep(id, cursor, now)) {
      id++;
    }
    put(id, new Kept<>(cursor, now));
    return id;
  }

  private synchronized void put(long id, Kept<C> kept) {
    cursors.put(id, kept);
  }

  /// The first one to ask has those of the process before this one read.
  private void forgetOld() {
    long now = clock.millis();
    List<Long> old = new ArrayList<>();
    synchronized (this) {
      if (!complete) {
        notes.all().forEach(each -> put(each.id(), new Kept<>(each.cursor(), each.usedMillis())));
        complete = true;
      }
      var eldest = cursors.entrySet().iterator();
      while (eldest.hasNext()) {
        Map.Entry<Long, Kept<C>> next = eldest.next();
        if (next.getValue().usedMillis() >= now - IDLE_MILLIS && cursors.size() < cursorsMax) {
          break;
        }
        next.getValue().cursor().close();
        old.add(next.getKey());
        eldest.remove();
      }
    }
    forgetNotes(old);
  }

  private void forgetNotes(List<Long> ids) {
    notes.forget(ids.stream().filter(CursorTable::isNoted).toList());
  }

  private static boolean isNoted(long id) {
    return id % 2 == 0;
  }

  public boolean has(long id) {
    forgetOld();
    synchronized (this) {
      return cursors.containsKey(id);
    }
  }

  /// Takes a cursor out; whoever goes on with it gives it back by [#keep], or says by [#end] that
  /// there is no more of it.
  public C take(long id, Namespace namespace, Value session) {
    forgetOld();
    synchronized (this) {
      Kept<C> kept = cursors.get(id);
      if (kept == null || !kept.cursor().namespace().equals(namespace)) {
        throw notFound(id);
      }
      if (!kept.cursor().session().equals(session)) {
        throw new MongoFailure(
            MongoError.UNAUTHORIZED,
            "cursor id %d was not created by the session that asks for more".formatted(id));
      }
      cursors.remove(id);
      return kept.cursor();
    }
  }

  private static MongoFailure notFound(long id) {
    String why =
        isNoted(id) ? "" : "; what its pipeline has in memory ends with the server's process";
    return new MongoFailure(
        MongoError.CURSOR_NOT_FOUND, "cursor id %d not found%s".formatted(id, why));
  }

  /// Gives a cursor back that has not moved.
  public void keep(long id, C cursor) {
    put(id, new Kept<>(cursor, clock.millis()));
  }

  /// Gives a cursor back at another place. One that cannot be noted any more, because it became too
  /// long, must not be found at an old place.
  public void move(long id, C cursor) {
    long now = clock.millis();
    if (isNoted(id) && !notes.keep(id, cursor, now)) {
      notes.forget(List.of(id));
    }
    put(id, new Kept<>(cursor, now));
  }

  /// Nobody will ask for more of a cursor that was taken out.
  public void end(long id) {
    forgetNotes(List.of(id));
  }

  /// Those of a session.
  public void killOf(Value session) {
    killIf(cursor -> cursor.session().equals(session));
  }

  public void killAll() {
    killIf(_ -> true);
  }

  private void killIf(Predicate<C> condition) {
    forgetOld();
    List<Long> killed = new ArrayList<>();
    synchronized (this) {
      cursors
          .entrySet()
          .removeIf(
              entry -> {
                C cursor = entry.getValue().cursor();
                boolean meant = condition.test(cursor);
                if (meant) {
                  cursor.close();
                  killed.add(entry.getKey());
                }
                return meant;
              });
    }
    forgetNotes(killed);
  }

  /// False if there was none.
  public boolean kill(long id) {
    forgetOld();
    @Nullable Kept<C> kept;
    synchronized (this) {
      kept = cursors.remove(id);
    }
    if (kept == null) {
      return false;
    }
    kept.cursor().close();
    end(id);
    return true;
  }
}
