// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.CommandFault;
import io.orrery.api.mongo.command.FailPointCommand;
import io.orrery.api.mongo.command.FailPointCommand.Mode;
import io.orrery.api.mongo.command.FailPointCommand.Point;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// What is to fail, of all connections. Nothing is unless the server was started for tests.
final class FailPoints {
  private record Armed(Point point, Mode mode) {}

  private final boolean allowed;

  /// By name. Replaced as a whole, so that commands look at it without a lock; changed under this.
  private volatile Map<String, Armed> armed = Map.of();

  FailPoints(boolean allowed) {
    this.allowed = allowed;
  }

  /// Fails with COMMAND_NOT_SUPPORTED unless the server was started for tests.
  synchronized void configure(FailPointCommand command) {
    if (!allowed) {
      throw new MongoFailure(
          MongoError.COMMAND_NOT_SUPPORTED,
          "configureFailPoint is for tests of drivers: the setting mongo.testCommands is off");
    }
    set(command.point(), command.mode());
  }

  boolean areNone() {
    return armed.isEmpty();
  }

  /// What is to go wrong with a command that is about to be carried out.
  Optional<CommandFault> fault(String command, String application) {
    return hit(
        point ->
            point instanceof Point.Commands(String _, CommandFault fault)
                    && fault.concerns(command, application)
                ? Optional.of(fault)
                : Optional.empty());
  }

  /// Whether a connection ends before or after a write that may be retried.
  boolean endsAtRetriedWrite(boolean before) {
    return hit(point ->
            point instanceof Point.RetriedWrites write && write.before() == before
                ? Optional.of(point)
                : Optional.empty())
        .isPresent();
  }

  private synchronized <T> Optional<T> hit(Function<Point, Optional<T>> concern) {
    Iterator<Armed> each = armed.values().iterator();
    while (each.hasNext()) {
      Armed next = each.next();
      Optional<T> found = concern.apply(next.point());
      if (found.isPresent()) {
        return counted(next) ? found : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /// Counts a command that a point concerns; whether it fails.
  private boolean counted(Armed point) {
    return switch (point.mode()) {
      case Mode.Off _ -> false;
      case Mode.AlwaysOn _ -> true;
      case Mode.Times(long count) -> {
        set(point.point(), count <= 1 ? new Mode.Off() : new Mode.Times(count - 1));
        yield count > 0;
      }
      case Mode.Skip(long count) -> {
        set(point.point(), count <= 1 ? new Mode.AlwaysOn() : new Mode.Skip(count - 1));
        yield count == 0;
      }
    };
  }

  private synchronized void set(Point point, Mode mode) {
    Map<String, Armed> changed = new TreeMap<>(armed);
    if (mode instanceof Mode.Off) {
      changed.remove(point.name());
    } else {
      changed.put(point.name(), new Armed(point, mode));
    }
    armed = Map.copyOf(changed);
  }
}
