// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.Namespace;
import io.orrery.api.mongo.command.ReadCommand.Find;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.value.Value;
import java.util.Optional;

/// A place in what a client has found.
///
/// @param question how it is asked; empty for one of a process before this one
/// @param plan tells whether the find has become the same question in another process
/// @param continuation where the last page ended; empty if there was none yet
/// @param tail of a cursor that goes on with what is inserted later
record OpenCursor(
    Find find,
    Optional<Question> question,
    long plan,
    Optional<String> continuation,
    Optional<Tail> tail)
    implements CursorTable.Cursor {

  /// What a find asks for.
  record Question(QueryRequest query, Projection projection) {}

  /// How far a capped collection was told, by the numbers of its documents.
  ///
  /// @param seen the number of the last one that was told, or passed over
  /// @param newest the number of the newest one when what was there began to be read
  /// @param reading whether what was there is still being read, from the continuation on
  /// @param told how many documents
  record Tail(long seen, long newest, boolean reading, long told) {}

  @Override
  public Namespace namespace() {
    return find.namespace();
  }

  @Override
  public Value session() {
    return find.session();
  }

  OpenCursor at(Question asked, Optional<String> next) {
    return new OpenCursor(find, Optional.of(asked), plan, next, tail);
  }

  OpenCursor at(Question asked, Optional<String> next, Tail end) {
    return new OpenCursor(find, Optional.of(asked), plan, next, Optional.of(end));
  }
}
