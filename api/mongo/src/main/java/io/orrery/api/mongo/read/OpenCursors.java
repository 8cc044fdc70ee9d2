// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.command.Namespace;
import io.orrery.gateway.note.ApiNotes;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/// Where clients are in what they have found. A cursor holds no rows and no state of a partition:
/// only what to ask, and where to go on. So splits do not matter to it, nor does another process.
public final class OpenCursors {
  private static final int CURSORS_MAX = 10_000;

  private final CursorTable<OpenCursor> cursors;
  private volatile LongPredicate others = _ -> false;

  public OpenCursors(InstantSource clock, ApiNotes notes) {
    this.cursors = new CursorTable<>(CURSORS_MAX, clock, new CursorNotes<>(notes, new FindForm()));
  }

  long open(OpenCursor cursor) {
    return cursors.open(cursor);
  }

  /// Takes a cursor out; whoever goes on with it gives it back by [#keep] or [#move], or ends it.
  OpenCursor take(long id, Namespace namespace, Value session) {
    return cursors.take(id, namespace, session);
  }

  /// Gives a cursor back that has not moved.
  void keep(long id, OpenCursor cursor) {
    cursors.keep(id, cursor);
  }

  void move(long id, OpenCursor cursor) {
    cursors.move(id, cursor);
  }

  void end(long id) {
    cursors.end(id);
  }

  /// Those of a session.
  public void killOf(Value session) {
    cursors.killOf(session);
  }

  public void killAll() {
    cursors.killAll();
  }

  /// Somebody else who has cursors, and is asked about those that are not known here.
  public void alsoKills(LongPredicate other) {
    others = other;
  }

  /// False if there was none.
  boolean kill(long id) {
    return cursors.kill(id) || others.test(id);
  }

  /// Kills cursors, and tells which of them there were.
  void kill(List<Long> ids, BsonBuilder reply) {
    List<Long> killed = new ArrayList<>();
    List<Long> unknown = new ArrayList<>();
    ids.forEach(id -> (kill(id) ? killed : unknown).add(id));
    put("cursorsKilled", killed, reply);
    put("cursorsNotFound", unknown, reply);
    put("cursorsAlive", List.of(), reply);
    put("cursorsUnknown", List.of(), reply);
  }

  private static void put(String name, List<Long> ids, BsonBuilder reply) {
    reply.beginArray(name);
    ids.forEach(id -> reply.add(new Value.Int64(id)));
    reply.end();
  }
}
