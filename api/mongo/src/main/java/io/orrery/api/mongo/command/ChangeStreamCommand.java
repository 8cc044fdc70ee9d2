// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Follows what happens to documents.
public sealed interface ChangeStreamCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.READ;
  }

  /// What is watched.
  ///
  /// @param database empty for all
  /// @param collection empty for all of the database
  record Watched(Optional<String> database, Optional<String> collection) {
    public boolean includes(Namespace namespace) {
      return database.map(namespace.database()::equals).orElse(true)
          && collection.map(namespace.collection()::equals).orElse(true);
    }

    /// The only collection that is watched; empty if there may be others.
    public Optional<Namespace> namespace() {
      return database.flatMap(db -> collection.map(name -> new Namespace(db, name)));
    }

    /// As cursors name it.
    public String name() {
      return database.orElse("admin") + "." + collection.orElse("$cmd.aggregate");
    }
  }

  /// Whether documents are told as they became, or were before.
  enum Images {
    OFF,
    /// As the document became, whatever the collection says.
    LOOKED_UP,
    WHEN_AVAILABLE,
    REQUIRED
  }

  /// Where a stream begins.
  sealed interface From {
    /// With what happens from now on.
    record Now() implements From {}

    /// Behind an event that was told.
    ///
    /// @param afterInvalidate whether that may be the end of a stream
    record Token(Value.Document token, boolean afterInvalidate) implements From {}

    /// With what happened at a time or later.
    record Time(Value.Timestamp time) implements From {}
  }

  /// Opens a stream.
  ///
  /// @param after documents as they became by an update
  /// @param before documents as they were before a change
  /// @param stages what is made of events
  /// @param session whose cursor it is; undefined if nobody's in particular
  record Open(
      Watched watched,
      From from,
      Images after,
      Images before,
      List<Value.Document> stages,
      Optional<Long> batchSize,
      Value session)
      implements ChangeStreamCommand {
    public Open {
      stages = List.copyOf(stages);
    }
  }

  /// A token for each physical partition of a collection, so that several can follow it at once.
  ///
  /// @param time from when on; empty for now
  record Tokens(Namespace namespace, Optional<Value.Timestamp> time)
      implements ChangeStreamCommand {}

  /// Waits for the next events.
  record Next(long cursor, Optional<Long> batchSize, Optional<Long> waitMillis, Value session)
      implements ChangeStreamCommand {}

  record Close(List<Long> cursors) implements ChangeStreamCommand {
    public Close {
      cursors = List.copyOf(cursors);
    }
  }
}
