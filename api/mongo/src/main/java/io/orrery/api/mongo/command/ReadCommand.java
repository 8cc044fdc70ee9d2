// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Reads of documents.
public sealed interface ReadCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.READ;
  }

  Namespace namespace();

  /// Which documents, and which of them.
  ///
  /// @param limit [Long#MAX_VALUE] for all
  /// @param hint the name or the key of the index to be used; undefined for any
  record Selection(Value.Document filter, Value.Document sort, long skip, long limit, Value hint) {
    public Selection(Value.Document filter, Value.Document sort, long skip, long limit) {
      this(filter, sort, skip, limit, Value.Undefined.UNDEFINED);
    }
  }

  /// The documents of a selection.
  ///
  /// @param batchSize how many documents the first answer may have
  /// @param session whose cursor it is; undefined if nobody's in particular
  record Find(
      Namespace namespace,
      Selection selection,
      Value.Document projection,
      Optional<Long> batchSize,
      boolean singleBatch,
      Tailing tailing,
      Value session)
      implements ReadCommand {
    /// The same of other documents.
    public Find of(Selection other) {
      return of(other, projection);
    }

    public Find of(Selection other, Value.Document shape) {
      return new Find(namespace, other, shape, batchSize, singleBatch, tailing, session);
    }

    /// What becomes of a cursor that has told all there is.
    public enum Tailing {
      /// It is over.
      NONE,
      /// It tells of what is inserted later.
      TAILABLE,
      /// And who asks for more waits for that.
      AWAITING
    }
  }

  /// What follows of a cursor.
  ///
  /// @param waitMillis how long to wait for news, of a cursor that does
  record GetMore(
      Namespace namespace,
      long cursor,
      Optional<Long> batchSize,
      Optional<Long> waitMillis,
      Value session)
      implements ReadCommand {}

  record KillCursors(Namespace namespace, List<Long> cursors) implements ReadCommand {
    public KillCursors {
      cursors = List.copyOf(cursors);
    }
  }

  record Count(Namespace namespace, Selection selection) implements ReadCommand {}

  record Distinct(Namespace namespace, String path, Value.Document filter, Value hint)
      implements ReadCommand {}

  /// How the documents of a command are found.
  ///
  /// @param above what the command does with them, as a stage of its plan; empty for nothing
  /// @param command as the client wrote it
  record Explain(
      Namespace namespace,
      Selection selection,
      String above,
      Verbosity verbosity,
      Value.Document command)
      implements ReadCommand {

    /// The same of other documents.
    public Explain of(Selection other) {
      return new Explain(namespace, other, above, verbosity, command);
    }

    /// How much is told.
    public enum Verbosity {
      /// What would be done.
      PLAN,
      /// What was done as well.
      EXECUTION,
      /// And what was done for plans that were not chosen.
      ALL_PLANS
    }
  }
}
