// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.CallForm;
import io.orrery.api.mongo.expression.function.CollatedFunctions;
import io.orrery.api.mongo.geo.NearPoint;
import io.orrery.api.mongo.geo.NearSpec;
import io.orrery.api.mongo.text.TextSearch;
import io.orrery.api.mongo.text.TextSpec;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads expressions, with the variables that may stand in them. What there is no expression of is
/// refused by its name.
public final class ExpressionReader {
  private static final Set<String> SYSTEM = Set.of(Variables.ROOT, Variables.NOW);

  private static final Set<String> SYSTEM_NOT_SUPPORTED =
      Set.of(Variables.CLUSTER_TIME, "USER_ROLES");

  private static final Set<String> NOT_SUPPORTED =
      Set.of("$function", "$accumulator", "$meta", "$toHashedIndexKey");

  /// With no variables but those that are always there.
  public static final ExpressionReader PLAIN = new ExpressionReader(Set.of(), Collation.SIMPLE);

  private final Set<String> variables;
  private final Collation collation;

  private ExpressionReader(Set<String> variables, Collation collation) {
    this.variables = variables;
    this.collation = collation;
  }

  /// What may stand in expressions that are evaluated with these variables.
  public static ExpressionReader of(Variables variables) {
    return new ExpressionReader(Set.copyOf(variables.all().keySet()), variables.collation());
  }

  public ExpressionReader with(String... names) {
    return with(List.of(names));
  }

  public ExpressionReader with(Iterable<String> names) {
    Set<String> more = new HashSet<>(variables);
    names.forEach(more::add);
    return new ExpressionReader(Set.copyOf(more), collation);
  }

  public MongoExpression read(Value value) {
    return switch (value) {
      case Value.Text(String text) when text.startsWith("$$") -> variable(text.substring(2));
      case Value.Text(String text) when text.startsWith("$") -> field(text.substring(1));
      case Value.Document document -> document(document);
      case Value.Array(List<Value> elements) ->
          new MongoExpression.NewArray(elements.stream().map(this::read).toList());
      case Value other -> new MongoExpression.Constant(other);
    };
  }

  private MongoExpression variable(String path) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    List<String> names = dot < 0 ? List.of() : FieldPaths.names(path.substring(dot + 1));
    if (name.isEmpty()) {
      throw new MongoFailure(MongoError.FAILED_TO_PARSE, "empty variable names are not allowed");
    }
    if (name.equals("REMOVE")) {
      return new MongoExpression.Constant(Value.Undefined.UNDEFINED);
    }
    if (name.equals(Variables.CURRENT) && !variables.contains(name)) {
      return new MongoExpression.Path(Variables.ROOT, names);
    }
    if (!SYSTEM.contains(name) && !variables.contains(name)) {
      if (SYSTEM_NOT_SUPPORTED.contains(name)) {
        throw MongoFailure.notSupported("The variable " + name + " at this place");
      }
      throw MongoFailure.at(17276, "Use of undefined variable: " + name);
    }
    return new MongoExpression.Path(name, names);
  }

  private MongoExpression field(String path) {
    if (path.isEmpty()) {
      throw MongoFailure.at(16872, "'$' by itself is not a valid FieldPath");
    }
    String variable = variables.contains(Variables.CURRENT) ? Variables.CURRENT : Variables.ROOT;
    return new MongoExpression.Path(variable, FieldPaths.names(path));
  }

  private MongoExpression document(Value.Document document) {
    if (document.properties().isEmpty()) {
      return new MongoExpression.Constant(document);
    }
    Map.Entry<String, Value> first = document.properties().firstEntry();
    if (first.getKey().startsWith("$")) {
      if (document.properties().size() > 1) {
        throw MongoFailure.at(
            15983,
            "an expression specification must contain exactly one field, the name of the"
                + " expression. Found %d fields".formatted(document.properties().size()));
      }
      return operator(first.getKey(), first.getValue());
    }
    List<MongoExpression.Named> fields = new ArrayList<>();
    document
        .properties()
        .forEach(
            (name, value) ->
                fields.add(new MongoExpression.Named(requireField(name), read(value))));
    return new MongoExpression.NewDocument(fields);
  }

  private static String requireField(String name) {
    FieldPaths.requireName(name);
    if (name.indexOf('.') >= 0) {
      throw MongoFailure.at(
          16412,
          "FieldPath field names may not contain '.'. Consider using $getField or $setField.");
    }
    return name;
  }

  /// An operator and what it is applied to.
  MongoExpression operator(String name, Value operand) {
    if (!collation.isSimple()) {
      CollatedFunctions.require(name);
    }
    if (name.equals(TextSpec.NAME)) {
      TextSearch search = TextSpec.read(operand);
      return new MongoExpression.Call(
          values -> new Value.Float64(search.score(values[0])),
          List.of(new MongoExpression.Path(Variables.ROOT, List.of())));
    }
    if (name.equals(NearSpec.NAME) && operand instanceof Value.Document spec) {
      return distance(spec);
    }
    @Nullable MongoExpression special = SpecialForms.find(this, name, operand);
    if (special != null) {
      return special;
    }
    CallForm form = CollatedFunctions.find(name, collation);
    return switch (form) {
      case null ->
          throw NOT_SUPPORTED.contains(name)
              ? MongoFailure.notSupported("The expression " + name)
              : new MongoFailure(
                  MongoError.INVALID_PIPELINE_OPERATOR,
                  "Unrecognized expression '%s'".formatted(name));
      case CallForm.Positional positional -> positional(name, positional, operand);
      case CallForm.Named named -> named(name, named, operand);
      case CallForm.OfDate dated -> dated(name, dated, operand);
    };
  }

  /// How far a field is from a point, as the server asks itself.
  private MongoExpression distance(Value.Document spec) {
    NearPoint near = NearSpec.read(spec.property("near"));
    double factor = BsonNumbers.toDouble(spec.property("factor"));
    return new MongoExpression.Call(
        values -> new Value.Float64(near.distance(values[0]) * factor),
        List.of(read(spec.property("field"))));
  }

  /// The arguments of an array, or the one that stands alone.
  List<MongoExpression> arguments(Value operand) {
    return operand instanceof Value.Array(List<Value> elements)
        ? elements.stream().map(this::read).toList()
        : List.of(read(operand));
  }

  private MongoExpression positional(String name, CallForm.Positional form, Value operand) {
    List<MongoExpression> arguments = arguments(operand);
    requireCount(name, arguments.size(), form.least(), form.most());
    return new MongoExpression.Call(form.function(), arguments);
  }

  static void requireCount(String name, int count, int least, int most) {
    if (count >= least && count <= most) {
      return;
    }
    if (least == most) {
      throw MongoFailure.at(
          16020,
          "Expression %s takes exactly %d arguments. %d were passed in."
              .formatted(name, least, count));
    }
    throw MongoFailure.at(
        28667,
        "Expression %s takes at least %d arguments, and at most %d, but %d were passed in."
            .formatted(name, least, most, count));
  }

  private MongoExpression named(String name, CallForm.Named form, Value operand) {
    if (!(operand instanceof Value.Document object)) {
      throw MongoFailure.at(
          form.notObject(),
          "%s only supports an object as its argument, found: %s"
              .formatted(name, BsonType.name(operand)));
    }
    List<MongoExpression> arguments = new ArrayList<>();
    Set<String> unknown = new HashSet<>(object.properties().keySet());
    for (CallForm.Parameter parameter : form.parameters()) {
      Value given = object.property(parameter.name());
      if (unknown.remove(parameter.name())) {
        arguments.add(read(given));
      } else if (parameter.otherwise() != null) {
        arguments.add(new MongoExpression.Constant(parameter.otherwise()));
      } else {
        throw MongoFailure.at(
            parameter.missing(), "Missing '%s' parameter to %s".formatted(parameter.name(), name));
      }
    }
    if (!unknown.isEmpty()) {
      throw MongoFailure.at(
          form.unknown(),
          "Unrecognized argument to %s: %s".formatted(name, unknown.iterator().next()));
    }
    return new MongoExpression.Call(form.function(), arguments);
  }

  /// A date alone, alone in an array, or with a time zone.
  private MongoExpression dated(String name, CallForm.OfDate form, Value operand) {
    var utc = new MongoExpression.Constant(new Value.Text("UTC"));
    if (operand instanceof Value.Document object
        && !object.properties().isEmpty()
        && !object.properties().firstEntry().getKey().startsWith("$")) {
      for (String each : object.properties().keySet()) {
        if (!each.equals("date") && !each.equals("timezone")) {
          throw MongoFailure.at(40535, "unrecognized option to %s: \"%s\"".formatted(name, each));
        }
      }
      if (!object.properties().containsKey("date")) {
        throw MongoFailure.at(40539, "missing 'date' argument to %s".formatted(name));
      }
      return new MongoExpression.Call(
          form.function(),
          List.of(
              read(object.property("date")),
              object.properties().containsKey("timezone")
                  ? read(object.property("timezone"))
                  : utc));
    }
    List<MongoExpression> arguments = arguments(operand);
    if (arguments.size() != 1) {
      throw MongoFailure.at(
          40536,
          "%s accepts exactly one argument if given an array, but was given %d"
              .formatted(name, arguments.size()));
    }
    return new MongoExpression.Call(form.function(), List.of(arguments.getFirst(), utc));
  }
}
