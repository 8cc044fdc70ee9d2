// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.ReadCommand.Find;
import io.orrery.api.mongo.command.ReadCommand.Find.Tailing;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.read.OpenCursor.Tail;
import io.orrery.model.value.Value;
import java.util.Optional;

/// Cursors of finds, as they are noted.
final class FindForm implements CursorNotes.Form<OpenCursor> {

  @Override
  public Optional<Value.Document> write(OpenCursor cursor) {
    Selection selection = cursor.find().selection();
    NoteWriter note =
        new NoteWriter()
            .put(cursor.namespace())
            .put("session", cursor.session())
            .put("filter", selection.filter())
            .put("sort", selection.sort())
            .put("skip", selection.skip())
            .put("limit", selection.limit())
            .put("hint", selection.hint())
            .put("projection", cursor.find().projection())
            .put("plan", cursor.plan())
            .put("place", cursor.continuation());
    cursor
        .tail()
        .ifPresent(
            tail ->
                note.put("tailing", Optional.of(cursor.find().tailing().name()))
                    .put("seen", tail.seen())
                    .put("newest", tail.newest())
                    .put("reading", Value.Bool.of(tail.reading()))
                    .put("told", tail.told()));
    return Optional.of(note.written());
  }

  @Override
  public OpenCursor read(Value.Document written) {
    NoteReader note = new NoteReader(written);
    Selection selection =
        new Selection(
            note.document("filter"),
            note.document("sort"),
            note.number("skip"),
            note.number("limit"),
            note.value("hint"));
    var find =
        new Find(
            note.namespace(),
            selection,
            note.document("projection"),
            Optional.empty(),
            false,
            note.findText("tailing").map(Tailing::valueOf).orElse(Tailing.NONE),
            note.value("session"));
    return new OpenCursor(
        find, Optional.empty(), note.number("plan"), note.findText("place"), tail(note));
  }

  private static Optional<Tail> tail(NoteReader note) {
    return note.findText("tailing")
        .map(
            _ ->
                new Tail(
                    note.number("seen"),
                    note.number("newest"),
                    note.value("reading") == Value.Bool.TRUE,
                    note.number("told")));
  }
}
