// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.AggregateCommand;
import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.command.CommandVariables;
import io.orrery.api.mongo.read.CursorNotes;
import io.orrery.api.mongo.read.NoteReader;
import io.orrery.api.mongo.read.NoteWriter;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Cursors of pipelines that run in the partitions as a whole, as they are noted.
final class PipelineForm implements CursorNotes.Form<PipelineCursor> {

  @Override
  public Optional<Value.Document> write(PipelineCursor cursor) {
    AggregateCommand command = cursor.command();
    CommandVariables variables = command.variables();
    return cursor
        .place()
        .map(
            place ->
                new NoteWriter()
                    .put(command.namespace())
                    .put("session", command.session())
                    .put("pipeline", new Value.Array(List.copyOf(command.pipeline())))
                    .put("let", variables.let())
                    .put("now", variables.now())
                    .put(
                        "collation",
                        variables
                            .collation()
                            .<Value>map(Collations::toDocument)
                            .orElse(Value.Undefined.UNDEFINED))
                    .put("hint", command.hint())
                    .put("plan", place.plan())
                    .put("place", place.place())
                    .written());
  }

  @Override
  public PipelineCursor read(Value.Document written) {
    NoteReader note = new NoteReader(written);
    Optional<Collation> collation =
        note.value("collation") instanceof Value.Document told
            ? Optional.of(Collations.read(told))
            : Optional.empty();
    var command =
        new AggregateCommand(
            note.namespace(),
            note.array("pipeline").stream().map(Value.Document.class::cast).toList(),
            new CommandVariables(
                note.document("let"), note.as("now", Value.DateTime.class), collation),
            Optional.empty(),
            note.value("hint"),
            note.value("session"),
            false);
    return new PipelineCursor(
        command, new PipelineCursor.Noted(note.number("plan"), note.findText("place")));
  }
}
