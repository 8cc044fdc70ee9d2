// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.Limits;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.RowValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries an update out on a value, which is not changed but made anew along the paths. The same
/// update, item and time give the same bytes everywhere.
public final class Editing {
  private final Update update;
  private final boolean inserting;
  private final long nowMillis;
  private @Nullable EditFailure failure;
  private int edit;

  /// What became of the item.
  public sealed interface Edited {
    /// It was edited.
    ///
    /// @param stored the item in the stored form
    /// @param lifetimeSeconds what its property says; 0 if it says nothing
    record Done(byte[] stored, int lifetimeSeconds) implements Edited {}

    /// It stays as it was.
    record Failed(EditFailure failure) implements Edited {}
  }

  private Editing(Update update, boolean inserting, long nowMillis) {
    this.update = update;
    this.inserting = inserting;
    this.nowMillis = nowMillis;
  }

  /// Edits an item.
  ///
  /// @param inserting whether the item did not exist, and `stored` is what it begins with
  /// @param nowMillis the time of the command
  public static Edited apply(Update update, byte[] stored, boolean inserting, long nowMillis) {
    return new Editing(update, inserting, nowMillis).run(StoredItems.decode(stored));
  }

  /// Whether the update's condition is true of an item.
  public static boolean isMet(Update update, byte[] stored) {
    if (update.condition() == null) {
      return true;
    }
    RowValues row = new RowValues();
    row.enter(StoredItems.decode(stored));
    return new Evaluator(row).isTrue(update.condition());
  }

  private Edited run(Value before) {
    Value item = before;
    for (edit = 0; edit < update.edits().size(); edit++) {
      item = apply(update.edits().get(edit), item);
      if (item == null) {
        return failed();
      }
    }
    edit = -1;
    if (isTooDeep(item, 0)) {
      fail(EditFailure.Kind.TOO_DEEP, List.of());
      return failed();
    }
    int lifetime = lifetime(item);
    return failure != null ? failed() : new Edited.Done(StoredItems.encode(item), lifetime);
  }

  private Edited failed() {
    if (failure == null) {
      throw new IllegalStateException("an edit failed without a reason");
    }
    return new Edited.Failed(failure);
  }

  private @Nullable Value apply(Edit each, Value item) {
    return switch (each) {
      case Edit.Set(var path, var value, var parents) ->
          edit(item, path, parents, new Leaf.SetTo(value));
      case Edit.SetOnInsert(var path, var value) ->
          inserting ? edit(item, path, Edit.Parents.CREATED, new Leaf.SetTo(value)) : item;
      case Edit.Add(var path, var value) ->
          edit(item, path, Edit.Parents.REQUIRED, new Leaf.Put(value));
      case Edit.Replace(var path, var value) -> replace(item, path, value);
      case Edit.Remove(var path, var required) -> remove(item, path, required);
      case Edit.Increment increment -> increment(item, increment);
      case Edit.Minimum(var path, var value, var order) -> extreme(item, path, value, order, -1);
      case Edit.Maximum(var path, var value, var order) -> extreme(item, path, value, order, 1);
      case Edit.Move move -> move(item, move);
      case Edit.Push(var path, var values, var position) -> {
        List<Value> elements = elements(item, path);
        yield elements == null ? null : setElements(item, path, pushed(elements, values, position));
      }
      case Edit.AddToSet(var path, var values, var order) -> {
        List<Value> elements = elements(item, path);
        yield elements == null ? null : setElements(item, path, joined(elements, values, order));
      }
      case Edit.Pull(var path, var condition) -> pull(item, path, condition);
      case Edit.CurrentTime(var path, var form) ->
          edit(item, path, Edit.Parents.CREATED, new Leaf.SetTo(now(form)));
      case Edit.KeepWithin(var limits) -> {
        limits.exceededBy(item).ifPresent(kind -> fail(kind, List.of()));
        yield failure == null ? item : null;
      }
    };
  }

  private Value now(Edit.TimeForm form) {
    return switch (form) {
      case DATE_TIME -> new Value.DateTime(nowMillis, 0);
      case TIMESTAMP -> new Value.Timestamp(((nowMillis / 1000) << 32) | 1);
    };
  }

  private @Nullable Value replace(Value item, List<String> path, Value value) {
    return edit(
        item,
        path,
        Edit.Parents.REQUIRED,
        before -> before == Undefined.UNDEFINED ? missing(path) : value);
  }

  private @Nullable Value remove(Value item, List<String> path, boolean required) {
    if (!required) {
      Value found = find(item, path);
      return found == null ? item : edit(item, path, Edit.Parents.REQUIRED, new Leaf.Vacate());
    }
    return edit(item, path, Edit.Parents.REQUIRED, takeAway(path));
  }

  private @Nullable Value increment(Value item, Edit.Increment increment) {
    return edit(
        item,
        increment.path(),
        increment.parents(),
        before ->
            before == Undefined.UNDEFINED
                ? increment.by()
                : Additions.sum(
                    before,
                    increment.by(),
                    increment.arithmetic(),
                    kind -> fail(kind, increment.path())));
  }

  private @Nullable Value extreme(
      Value item, List<String> path, Value value, ValueOrder order, int wanted) {
    return edit(
        item,
        path,
        Edit.Parents.CREATED,
        before ->
            before == Undefined.UNDEFINED || Integer.signum(order.compare(value, before)) == wanted
                ? value
                : before);
  }

  private @Nullable Value move(Value item, Edit.Move move) {
    if (!move.required()) {
      Value found = find(item, move.from());
      if (found == null) {
        return item;
      }
      Value without = edit(item, move.from(), Edit.Parents.REQUIRED, new Leaf.Vacate());
      return without == null
          ? null
          : edit(without, move.path(), Edit.Parents.CREATED, new Leaf.Put(found));
    }
    Value found = require(item, move.from());
    if (found == null) {
      return null;
    }
    Value without = edit(item, move.from(), Edit.Parents.REQUIRED, takeAway(move.from()));
    return without == null
        ? null
        : edit(without, move.path(), Edit.Parents.REQUIRED, new Leaf.Put(found));
  }

  /// The elements of an array; none where there is no array yet, null if there is something else.
  private @Nullable List<Value> elements(Value item, List<String> path) {
    Value found = find(item, path);
    if (found == null) {
      return List.of();
    }
    if (found instanceof Value.Array(List<Value> elements)) {
      return elements;
    }
    fail(EditFailure.Kind.NOT_AN_ARRAY, path);
    return null;
  }

  private @Nullable Value setElements(Value item, List<String> path, List<Value> elements) {
    return edit(item, path, Edit.Parents.CREATED, new Leaf.SetTo(new Value.Array(elements)));
  }

  private static List<Value> pushed(List<Value> elements, List<Value> values, int position) {
    List<Value> pushed = new ArrayList<>(elements);
    int at = position < 0 ? elements.size() + position : position;
    pushed.addAll(Math.clamp(at, 0, elements.size()), values);
    return pushed;
  }

  private static List<Value> joined(List<Value> elements, List<Value> values, ValueOrder order) {
    List<Value> joined = new ArrayList<>(elements);
    for (Value value : values) {
      if (joined.stream().noneMatch(each -> order.compare(each, value) == 0)) {
        joined.add(value);
      }
    }
    return joined;
  }

  private @Nullable Value pull(Value item, List<String> path, PlanExpression condition) {
    if (find(item, path) == null) {
      return item;
    }
    List<Value> elements = elements(item, path);
    if (elements == null) {
      return null;
    }
    RowValues row = new RowValues();
    row.enter(item);
    Evaluator evaluator = new Evaluator(row);
    List<Value> kept =
        elements.stream()
            .filter(
                each ->
                    !evaluator.isTrue(
                        new PlanExpression.AnyElement(
                            new PlanExpression.Constant(new Value.Array(List.of(each))),
                            condition)))
            .toList();
    return setElements(item, path, kept);
  }

  /// What is at the path; null if there is nothing.
  private static @Nullable Value find(Value item, List<String> path) {
    Value node = item;
    for (String segment : path) {
      Value next = PathEdit.at(node, segment);
      if (next == Undefined.UNDEFINED) {
        return null;
      }
      node = next;
    }
    return node;
  }

  /// What is at the path; null after saying that there is nothing.
  private @Nullable Value require(Value item, List<String> path) {
    Value node = item;
    for (int level = 0; level < path.size(); level++) {
      Value next = PathEdit.at(node, path.get(level));
      if (next == Undefined.UNDEFINED) {
        boolean inArray = node instanceof Value.Array;
        boolean inObject = node instanceof Value.Document;
        fail(
            inArray ? EditFailure.Kind.OUT_OF_BOUNDS : EditFailure.Kind.NO_PARENT,
            path,
            inArray || inObject ? level + 1 : level);
        return null;
      }
      node = next;
    }
    return node;
  }

  private @Nullable Value edit(Value item, List<String> path, Edit.Parents parents, Leaf leaf) {
    return new PathEdit(path, parents, leaf, this::fail).edit(item);
  }

  private @Nullable Value missing(List<String> path) {
    fail(EditFailure.Kind.ABSENT, path);
    return null;
  }

  private void fail(EditFailure.Kind kind, List<String> path) {
    fail(kind, path, path.size());
  }

  private void fail(EditFailure.Kind kind, List<String> path, int depth) {
    failure = new EditFailure(edit, kind, path, depth);
  }

  /// Takes a member away that has to be there.
  private Leaf takeAway(List<String> path) {
    return before -> before == Undefined.UNDEFINED ? missing(path) : Undefined.UNDEFINED;
  }

  private static boolean isTooDeep(Value value, int depth) {
    return switch (value) {
      case Value.Array(List<Value> elements) ->
          depth == Limits.ITEM_DEPTH
              || elements.stream().anyMatch(each -> isTooDeep(each, depth + 1));
      case Value.Document(var properties) ->
          depth == Limits.ITEM_DEPTH
              || properties.values().stream().anyMatch(each -> isTooDeep(each, depth + 1));
      case Value.Mapping(var entries) ->
          depth == Limits.ITEM_DEPTH
              || entries.stream()
                  .anyMatch(
                      each ->
                          isTooDeep(each.key(), depth + 1) || isTooDeep(each.value(), depth + 1));
      case Value.ScopedCode(String _, Value.Document scope) -> isTooDeep(scope, depth);
      case Value _ -> false;
    };
  }

  private int lifetime(Value item) {
    if (update.lifetime() == null || !(item instanceof Value.Document document)) {
      return 0;
    }
    return switch (document.property(update.lifetime())) {
      case Undefined _ -> 0;
      case Value.Int32(int seconds) when seconds > 0 || seconds == -1 -> seconds;
      case Value.Float64(double seconds)
          when seconds == (int) seconds && (seconds > 0 || seconds == -1) ->
          (int) seconds;
      case Value _ -> {
        fail(EditFailure.Kind.BAD_LIFETIME, List.of(update.lifetime()));
        yield 0;
      }
    };
  }
}
