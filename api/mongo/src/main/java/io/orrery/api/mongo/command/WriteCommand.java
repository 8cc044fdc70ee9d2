// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Writes of documents.
public sealed interface WriteCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.WRITE;
  }

  Namespace namespace();

  Optional<Retry> retry();

  /// What makes a write one that may come again: the statements of a command that has this are done
  /// once, however often it is sent.
  ///
  /// @param session bytes that name it
  /// @param first the number of the command's first statement
  record Retry(byte[] session, long number, int first) {
    public Retry(byte[] session, long number) {
      this(session, number, 0);
    }

    /// The same for a command that has only the statements from this one on.
    Retry from(int statement) {
      return new Retry(session, number, statement);
    }
  }

  /// New documents.
  ///
  /// @param ordered whether the first failure ends it
  /// @param bypass whether the validator of the collection does not matter
  record Insert(
      Namespace namespace,
      List<RawDocument> documents,
      boolean ordered,
      Optional<Retry> retry,
      boolean bypass)
      implements WriteCommand {
    public Insert {
      documents = List.copyOf(documents);
    }
  }

  /// One statement of an update.
  ///
  /// @param change operators or a replacement
  /// @param hint as in [ReadCommand.Selection]
  /// @param pipeline what changes documents instead; empty if operators or a replacement do
  /// @param bypass as in [Insert]
  /// @param sort which of several documents is changed; empty for any
  record Change(
      Value.Document filter,
      Value.Document change,
      boolean multi,
      boolean upsert,
      List<Value.Document> arrayFilters,
      Value hint,
      Optional<UpdatePipeline> pipeline,
      boolean bypass,
      Value.Document sort) {
    public Change {
      arrayFilters = List.copyOf(arrayFilters);
    }

    public Change(
        Value.Document filter,
        Value.Document change,
        boolean multi,
        boolean upsert,
        List<Value.Document> arrayFilters,
        Value hint,
        Optional<UpdatePipeline> pipeline,
        boolean bypass) {
      this(filter, change, multi, upsert, arrayFilters, hint, pipeline, bypass, ReadCommands.EMPTY);
    }
  }

  /// A change by stages of a pipeline.
  ///
  /// @param variables what may stand in them
  record UpdatePipeline(List<Value.Document> stages, CommandVariables variables) {
    public UpdatePipeline {
      stages = List.copyOf(stages);
    }
  }

  record Update(Namespace namespace, List<Change> changes, boolean ordered, Optional<Retry> retry)
      implements WriteCommand {
    public Update {
      changes = List.copyOf(changes);
    }
  }

  /// One statement of a delete.
  ///
  /// @param hint as in [ReadCommand.Selection]
  record Removal(Value.Document filter, boolean one, Value hint) {}

  record Delete(Namespace namespace, List<Removal> removals, boolean ordered, Optional<Retry> retry)
      implements WriteCommand {
    public Delete {
      removals = List.copyOf(removals);
    }
  }

  /// Changes or removes one document, and tells how it was or is.
  ///
  /// @param change empty for a removal
  record FindAndModify(
      Namespace namespace,
      Value.Document filter,
      Value.Document sort,
      Optional<Change> change,
      boolean tellsNew,
      Value.Document projection,
      Value hint,
      Optional<Retry> retry)
      implements WriteCommand {}
}
