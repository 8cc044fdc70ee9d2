// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.UnfitUpdate;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.json.Json;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.update.EditFailure;
import io.orrery.plan.update.Editing;
import io.orrery.plan.update.Update;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.function.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
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
  /// @param surroundings what a condition may know besides the item
  /// @param nanos the time that a condition takes
  public static Patch parse(byte[] json, Surroundings surroundings, LongSupplier nanos) {
    return of(Json.parse(json), surroundings, nanos);
  }

  public static Patch of(Value body, Surroundings surroundings, LongSupplier nanos) {
    return switch (body) {
      case Value.Array(List<Value> operations) -> new Patch(steps(operations), null);
      case Value.Document document -> {
        Members members = Members.of(document);
        PatchCondition condition =
            members.has("condition")
                ? PatchCondition.parse(members.requireText("condition"), surroundings, nanos)
                : null;
        yield new Patch(steps(members.array("operations")), condition);
      }
      case Value.Scalar _, Value.Mapping _ ->
          throw Refusals.invalid("A patch must be a JSON object or array.");
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

  /// Has the gateway patch an item. Fails with PRECONDITION_FAILED if the condition does not hold,
  /// with INVALID_ARGUMENT if a step does not fit the item.
  ///
  /// A condition is SQL, which partitions do not know inside apply: with one that the engine has no
  /// words for, the item is read, patched and replaced here, unless somebody gets in between.
  public WriteResult carryOut(
      Gateway gateway, ItemRequest request, ItemKey key, @Nullable ItemVersion expected) {
    Optional<Update> update = update();
    if (update.isEmpty()) {
      return gateway.modify(
          request.handle(),
          key,
          item -> ItemBody.of(apply(request.owner().asQueried(item))).item(item.indexed()),
          expected,
          request.context());
    }
    try {
      return gateway.update(request.handle(), key, update.get(), null, expected, request.context());
    } catch (UnfitUpdate e) {
      throw PatchFailures.explain(e.failure(), steps);
    }
  }

  /// The patch in the engine's words; empty if it has none for its condition.
  public Optional<Update> update() {
    return condition == null ? Optional.of(update(null)) : condition.expression().map(this::update);
  }

  /// A patch always makes a new version, even of the same values.
  private Update update(@Nullable PlanExpression only) {
    return new Update(steps.stream().map(Step::edit).toList(), only, ItemBody.TTL_NAME, true);
  }

  /// What the patch makes of an item, in the stored form. Fails as [#carryOut] does.
  public byte[] apply(StoredItem before) {
    if (condition != null && !condition.holdsFor(before)) {
      throw new OrreryException(
          ErrorCode.PRECONDITION_FAILED, "The condition of the patch does not hold for the item.");
    }
    // No step of a patch knows the time.
    return switch (Editing.apply(update(null), before.body(), false, 0)) {
      case Editing.Edited.Done(byte[] stored, _) -> stored;
      case Editing.Edited.Failed(EditFailure failure) ->
          throw PatchFailures.explain(failure, steps);
    };
  }
}
