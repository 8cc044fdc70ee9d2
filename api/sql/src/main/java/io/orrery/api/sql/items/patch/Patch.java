// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.spatial.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A partial change of an item: up to ten steps, which all take place or none.
public final class Patch {
  private static final int STEPS_MAX = 10;
  private static final Set<String> FIXED =
      Set.of("id", "_rid", "_self", "_etag", "_attachments", "_ts");

  private final List<Step> steps;
  private final @Nullable PatchCondition condition;

  private Patch(List<Step> steps, @Nullable PatchCondition condition) {
    this.steps = steps;
    this.condition = condition;
  }

  /// Reads the body of a request: `{"operations":[…]}`, or the array alone. Fails with MALFORMED or
  /// INVALID_ARGUMENT.
  ///
  /// @param space where the shapes in items lie
  public static Patch parse(byte[] json, Space space) {
    return of(Json.parse(json), space);
  }

  public static Patch of(Value body, Space space) {
    return switch (body) {
      case Value.Array(List<Value> operations) -> new Patch(steps(operations), null);
      case Value.Document document -> {
        Members members = Members.of(document);
        PatchCondition condition =
            members.has("condition")
                ? PatchCondition.parse(members.requireText("condition"), space)
                : null;
        yield new Patch(steps(members.array("operations")), condition);
      }
      default -> throw Refusals.invalid("A patch must be a JSON object or array.");
    };
  }

  private static List<Step> steps(List<Value> operations) {
    if (operations.isEmpty() || operations.size() > STEPS_MAX) {
      throw Refusals.invalid(
          "A patch has 1 to %d operations, not %d.".formatted(STEPS_MAX, operations.size()));
    }
    List<Step> steps = new ArrayList<>();
    for (Value operation : operations) {
      if (!(operation instanceof Value.Document members)) {
        throw Refusals.invalid("An operation of a patch must be a JSON object.");
      }
      Step step = Step.parse(Members.of(members));
      requireFree(step.path());
      if (step instanceof Step.Move(PatchPath from, _)) {
        requireFree(from);
      }
      steps.add(step);
    }
    return steps;
  }

  private static void requireFree(PatchPath path) {
    if (FIXED.contains(path.segments().getFirst())) {
      throw Refusals.invalid("The path %s cannot be patched.".formatted(path));
    }
  }

  /// Fails with INVALID_ARGUMENT if the patch touches the partition key.
  public void requireNotIn(PartitionKeyDefinition definition) {
    for (PropertyPath key : definition.paths()) {
      for (Step step : steps) {
        requireApart(key, step.path());
        if (step instanceof Step.Move(PatchPath from, _)) {
          requireApart(key, from);
        }
      }
    }
  }

  private static void requireApart(PropertyPath key, PatchPath path) {
    boolean around = new PatchPath(key.segments()).startsWith(path.segments());
    if (around || path.startsWith(key.segments())) {
      throw Refusals.invalid(
          "The path %s cannot be patched: %s is the partition key.".formatted(path, key));
    }
  }

  /// What the patch makes of an item, in the stored form. Fails with PRECONDITION_FAILED if its
  /// condition does not hold, with INVALID_ARGUMENT if a step does not fit the item.
  public byte[] apply(StoredItem before) {
    if (condition != null && !condition.holdsFor(before)) {
      throw new OrreryException(
          ErrorCode.PRECONDITION_FAILED, "The condition of the patch does not hold for the item.");
    }
    Value item = StoredItems.decode(before.body());
    for (int i = 0; i < steps.size(); i++) {
      item = apply(i, item);
    }
    return StoredItems.encode(item);
  }

  /// Says in which step a patch fails, as the service does, which counts from 1.
  private Value apply(int index, Value item) {
    try {
      return Edits.apply(steps.get(index), item);
    } catch (OrreryException failure) {
      throw new OrreryException(
          failure.code(),
          "For Operation(%d): %s".formatted(index + 1, failure.getMessage()),
          failure);
    }
  }
}
