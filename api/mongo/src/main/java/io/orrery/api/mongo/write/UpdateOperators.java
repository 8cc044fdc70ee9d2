// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.collection.DocumentId;
import io.orrery.api.mongo.collection.ShardKey;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.WriteCommand.Change;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.update.Edit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The operators of an update, and the edits they are of a document.
final class UpdateOperators {
  private static final Set<String> INDEPENDENT =
      Set.of(
          "$set",
          "$unset",
          "$inc",
          "$min",
          "$max",
          "$rename",
          "$setOnInsert",
          "$currentDate",
          "$addToSet");

  private static final Set<String> DEPENDENT =
      Set.of("$push", "$mul", "$pop", "$pull", "$pullAll", "$bit");

  /// @param name of the operator
  private record Step(String name, String path, Value operand) {}

  /// Those of the independent that compare, which partitions do by bytes.
  private static final Set<String> COMPARING = Set.of("$min", "$max", "$addToSet");

  private final List<Step> steps = new ArrayList<>();
  private final boolean simple;
  private final ArrayOperators arrays;

  private UpdateOperators(Collation collation) {
    this.simple = collation.isSimple();
    this.arrays = new ArrayOperators(collation);
  }

  /// The operators of a change. Fails as MongoDB does if there are no such, or if two of them are
  /// for one place.
  static UpdateOperators of(Change change) {
    return read(change.change(), CollatedFilters.of(change.filter()));
  }

  /// @param collation how texts compare
  static UpdateOperators read(Value.Document update, Collation collation) {
    UpdateOperators operators = new UpdateOperators(collation);
    for (Map.Entry<String, Value> each : update.properties().entrySet()) {
      operators.add(each.getKey(), each.getValue());
    }
    operators.requireNoConflict();
    return operators;
  }

  private void add(String name, Value operands) {
    if (!INDEPENDENT.contains(name) && !DEPENDENT.contains(name)) {
      throw new MongoFailure(MongoError.FAILED_TO_PARSE, "Unknown modifier: %s".formatted(name));
    }
    if (!(operands instanceof Value.Document fields)) {
      throw new MongoFailure(
          MongoError.FAILED_TO_PARSE,
          "Modifiers operate on fields but we found type %s instead."
              .formatted(BsonType.name(operands)));
    }
    for (Map.Entry<String, Value> field : fields.properties().entrySet()) {
      requirePath(field.getKey());
      steps.add(new Step(name, field.getKey(), field.getValue()));
    }
  }

  private static void requirePath(String path) {
    for (String part : DocumentPath.of(path).names()) {
      if (part.isEmpty()) {
        throw new MongoFailure(
            MongoError.EMPTY_FIELD_NAME,
            "The update path '%s' contains an empty field name, which is not allowed."
                .formatted(path));
      }
      if (part.startsWith("$") && !part.equals("$") && !part.startsWith("$[")) {
        throw new MongoFailure(
            MongoError.DOLLAR_PREFIXED_FIELD_NAME,
            "The dollar ($) prefixed field '%s' in '%s' is not allowed in the context of an update."
                .formatted(part, path));
      }
    }
  }

  private void requireNoConflict() {
    List<String> paths = new ArrayList<>();
    for (Step step : steps) {
      paths.add(step.path());
      if (step.name().equals("$rename")) {
        paths.add(target(step));
      }
    }
    for (int i = 0; i < paths.size(); i++) {
      for (int j = i + 1; j < paths.size(); j++) {
        String one = paths.get(i);
        String other = paths.get(j);
        if (one.equals(other) || one.startsWith(other + ".") || other.startsWith(one + ".")) {
          throw new MongoFailure(
              MongoError.CONFLICTING_UPDATE_OPERATORS,
              "Updating the path '%s' would create a conflict at '%s'"
                  .formatted(other, one.length() < other.length() ? one : other));
        }
      }
    }
  }

  private static String target(Step step) {
    if (step.operand() instanceof Value.Text(String target)) {
      return target;
    }
    throw new MongoFailure(
        MongoError.BAD_VALUE, "The 'to' field for $rename must be a string: " + step.path());
  }

  /// The paths at which something changes, as far as they are known before the document is: up to
  /// the first place that depends on it.
  List<String> changed() {
    List<String> changed = new ArrayList<>();
    for (Step step : steps) {
      int dollar = step.path().indexOf(".$");
      changed.add(dollar < 0 ? step.path() : step.path().substring(0, dollar));
      if (step.name().equals("$rename")) {
        changed.add(target(step));
      }
    }
    return changed;
  }

  List<String> paths() {
    return steps.stream().map(Step::path).toList();
  }

  /// Whether the edits are the same whatever the document is, and leave its keys alone.
  boolean isIndependent(ContainerHandle collection) {
    return steps.stream()
        .allMatch(
            step ->
                INDEPENDENT.contains(step.name())
                    && (simple || !COMPARING.contains(step.name()))
                    && ConcretePaths.isConcrete(step.path())
                    && !DocumentPath.of(step.path()).names().getFirst().equals(DocumentId.FIELD)
                    && !ShardKey.isTouched(collection, DocumentPath.of(step.path()).names())
                    && !(step.name().equals("$rename") && takes(collection, target(step))));
  }

  private static boolean takes(ContainerHandle collection, String target) {
    List<String> names = DocumentPath.of(target).names();
    return names.getFirst().equals(DocumentId.FIELD) || ShardKey.isTouched(collection, names);
  }

  /// The edits of a document.
  List<Edit> edits(Value.Document document, ConcretePaths places) {
    places.requireUsed(paths());
    List<Edit> edits = new ArrayList<>();
    for (Step step : steps) {
      for (List<String> path : places.of(step.path(), document)) {
        edits.add(edit(step, path, document));
      }
    }
    return edits;
  }

  private Edit edit(Step step, List<String> path, Value.Document document) {
    Value operand = step.operand();
    if (!simple && COMPARING.contains(step.name())) {
      return set(path, compared(step, ConcretePaths.at(document, path)));
    }
    return switch (step.name()) {
      case "$set" -> set(path, operand);
      case "$unset" -> new Edit.Remove(path, false);
      case "$inc" ->
          new Edit.Increment(path, number(step), Edit.Arithmetic.TYPED, Edit.Parents.CREATED);
      case "$min" -> new Edit.Minimum(path, operand, ValueOrder.BSON);
      case "$max" -> new Edit.Maximum(path, operand, ValueOrder.BSON);
      case "$rename" -> new Edit.Move(path, DocumentPath.of(target(step)).names(), false);
      case "$setOnInsert" -> new Edit.SetOnInsert(path, operand);
      case "$currentDate" -> new Edit.CurrentTime(path, timeForm(operand));
      case "$addToSet" -> new Edit.AddToSet(path, added(operand), ValueOrder.BSON);
      default -> computed(step, path, ConcretePaths.at(document, path));
    };
  }

  /// What an operator makes of a value by the order of a collation. What it leaves alone is set to
  /// what it was.
  private Value compared(Step step, Value current) {
    Value operand = step.operand();
    return switch (step.name()) {
      case "$min" -> isBetter(arrays.order().reversed(), operand, current) ? operand : current;
      case "$max" -> isBetter(arrays.order(), operand, current) ? operand : current;
      default -> arrays.addToSet(step.path(), current, added(operand));
    };
  }

  private static boolean isBetter(Comparator<Value> order, Value value, Value current) {
    return current == Value.Undefined.UNDEFINED || order.compare(value, current) > 0;
  }

  private Edit computed(Step step, List<String> path, Value current) {
    Value after =
        switch (step.name()) {
          case "$push" -> arrays.push(step.path(), current, step.operand());
          case "$pop" -> ArrayOperators.pop(step.path(), current, step.operand());
          case "$pull" -> arrays.pull(step.path(), current, step.operand());
          case "$pullAll" -> arrays.pullAll(step.path(), current, step.operand());
          case "$mul" -> NumberOperators.multiply(step.path(), current, number(step));
          case "$bit" -> NumberOperators.bits(step.path(), current, step.operand());
          default -> throw new IllegalStateException("no operator " + step.name());
        };
    return after == Value.Undefined.UNDEFINED ? new Edit.Remove(path, false) : set(path, after);
  }

  private static Edit set(List<String> path, Value value) {
    return new Edit.Set(path, value, Edit.Parents.CREATED);
  }

  private static Value number(Step step) {
    if (step.operand().kind().isNumber()) {
      return step.operand();
    }
    throw new MongoFailure(
        MongoError.TYPE_MISMATCH,
        "Cannot %s with non-numeric argument: {%s}"
            .formatted(step.name().equals("$inc") ? "increment" : "multiply", step.path()));
  }

  private static Edit.TimeForm timeForm(Value operand) {
    if (operand instanceof Value.Bool) {
      return Edit.TimeForm.DATE_TIME;
    }
    Value type =
        operand instanceof Value.Document document
            ? document.property("$type")
            : Value.Undefined.UNDEFINED;
    if (type.equals(new Value.Text("date"))) {
      return Edit.TimeForm.DATE_TIME;
    }
    if (type.equals(new Value.Text("timestamp"))) {
      return Edit.TimeForm.TIMESTAMP;
    }
    throw new MongoFailure(
        MongoError.BAD_VALUE, "The '$type' string field is required to be 'date' or 'timestamp'");
  }

  private static List<Value> added(Value operand) {
    if (operand instanceof Value.Document document
        && document.property("$each") != Value.Undefined.UNDEFINED) {
      if (document.property("$each") instanceof Value.Array(List<Value> values)) {
        return values;
      }
      throw new MongoFailure(
          MongoError.TYPE_MISMATCH, "The argument to $each in $addToSet must be an array");
    }
    return List.of(operand);
  }
}
