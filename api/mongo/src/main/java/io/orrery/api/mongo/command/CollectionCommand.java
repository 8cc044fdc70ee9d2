// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.List;

/// What there is, and how it changes.
public sealed interface CollectionCommand extends MongoCommand {

  record Create(Namespace namespace, CollectionOptions options) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  /// Makes a view.
  ///
  /// @param variables what may stand in its stages
  record CreateView(
      Namespace namespace,
      Namespace on,
      List<Value.Document> pipeline,
      CollectionOptions options,
      CommandVariables variables)
      implements CollectionCommand {
    public CreateView {
      pipeline = List.copyOf(pipeline);
    }

    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  record Drop(Namespace namespace) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  /// Gives a collection another name.
  ///
  /// @param replaces whether a collection that has the new name is dropped
  record Rename(Namespace namespace, Namespace wanted, boolean replaces)
      implements CollectionCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  /// Makes a capped collection of what another one has.
  record ConvertToCapped(Namespace namespace, CollectionOptions size) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  record DropDatabase(String database) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.DEFINE;
    }
  }

  record ListDatabases(Value.Document filter, boolean nameOnly) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }

  record ListCollections(String database, Value.Document filter, boolean nameOnly)
      implements CollectionCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }

  record ListIndexes(Namespace namespace) implements CollectionCommand {
    @Override
    public Right right() {
      return Right.ANY_KEY;
    }
  }
}
