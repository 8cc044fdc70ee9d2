// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.command.WriteCommand.Retry;
import io.orrery.model.value.Value;
import java.util.List;

/// What sessions and their transactions begin and end with.
public sealed interface SessionCommand extends MongoCommand {

  @Override
  default Right right() {
    return Right.ANY_KEY;
  }

  record Start() implements SessionCommand {}

  /// The client does not need these sessions any more.
  record End(List<Value> sessions) implements SessionCommand {
    public End {
      sessions = List.copyOf(sessions);
    }

    @Override
    public Right right() {
      return Right.NONE;
    }
  }

  /// The client still needs these sessions.
  record Refresh() implements SessionCommand {}

  /// What sessions have open is given up: of those named, or of all.
  record Kill(List<Value> sessions, boolean all) implements SessionCommand {
    public Kill {
      sessions = List.copyOf(sessions);
    }
  }

  record Commit(Retry transaction) implements SessionCommand {
    @Override
    public Right right() {
      return Right.WRITE;
    }
  }

  record Abort(Retry transaction) implements SessionCommand {}
}
