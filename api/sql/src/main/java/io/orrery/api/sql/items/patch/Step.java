// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Edit;
import java.util.List;

/// One step of a patch.
sealed interface Step {
  PatchPath path();

  /// The step in the engine's words.
  default Edit edit() {
    List<String> to = path().segments();
    return switch (this) {
      case Add(_, Value value) -> new Edit.Add(to, value);
      case Set(_, Value value) -> new Edit.Set(to, value, Edit.Parents.REQUIRED);
      case Replace(_, Value value) -> new Edit.Replace(to, value);
      case Remove _ -> new Edit.Remove(to, true);
      case Increment(_, Value by) ->
          new Edit.Increment(to, by, Edit.Arithmetic.JSON, Edit.Parents.REQUIRED);
      case Move(PatchPath from, _) -> new Edit.Move(from.segments(), to, true);
    };
  }

  /// Sets a property, or inserts an element in front of the one at an index.
  record Add(PatchPath path, Value value) implements Step {}

  /// Sets a property or an element.
  record Set(PatchPath path, Value value) implements Step {}

  /// Sets what must be there already.
  record Replace(PatchPath path, Value value) implements Step {}

  record Remove(PatchPath path) implements Step {}

  /// Adds to a number; a property that is not there counts as 0.
  record Increment(PatchPath path, Value by) implements Step {}

  /// Takes what is at one place, and adds it at another.
  record Move(PatchPath from, PatchPath path) implements Step {}

  /// Fails with INVALID_ARGUMENT.
  static Step parse(Members members) {
    PatchPath path = PatchPath.parse(members.requireText("path"));
    String name = members.requireText("op");
    return switch (name) {
      case "add" -> new Add(path, value(members));
      case "set" -> new Set(path, value(members));
      case "replace" -> new Replace(path, value(members));
      case "remove" -> new Remove(path);
      case "incr" -> new Increment(path, number(members));
      case "move" -> move(PatchPath.parse(members.requireText("from")), path);
      default ->
          throw Refusals.invalid(
              "A patch can add, set, replace, remove, incr and move, not %s.".formatted(name));
    };
  }

  private static Step move(PatchPath from, PatchPath path) {
    if (path.startsWith(from.segments()) && !path.equals(from)) {
      throw Refusals.invalid("%s cannot be moved into itself.".formatted(from));
    }
    return new Move(from, path);
  }

  private static Value value(Members members) {
    Value value = members.document().property("value");
    if (value instanceof Value.Undefined) {
      throw Refusals.invalid("A step of the patch has no value.");
    }
    return value;
  }

  private static Value number(Members members) {
    Value value = value(members);
    if (!value.kind().isNumber()) {
      throw Refusals.invalid("incr needs a number as its value.");
    }
    return value;
  }
}
