// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Patterns;
import io.orrery.api.mongo.schema.JsonSchema.Demand;
import io.orrery.api.mongo.schema.JsonSchema.Demand.Counted.Unit;
import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Reads schemas. Keywords that MongoDB does not have are refused by their names.
public final class SchemaReader {
  private static final Set<String> NOT_SUPPORTED =
      Set.of(
          "$ref",
          "$schema",
          "default",
          "definitions",
          "format",
          "id",
          "encrypt",
          "encryptMetadata");

  private final Value.Document schema;

  private SchemaReader(Value.Document schema) {
    this.schema = schema;
  }

  public static JsonSchema read(Value schema) {
    if (!(schema instanceof Value.Document document)) {
      throw mismatch("$jsonSchema must be an object");
    }
    return new SchemaReader(document).read();
  }

  private JsonSchema read() {
    if (schema.properties().containsKey("type") && schema.properties().containsKey("bsonType")) {
      throw unfit("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    List<SchemaRule> rules = new ArrayList<>();
    for (Map.Entry<String, Value> each : schema.properties().entrySet()) {
      demand(each.getKey(), each.getValue())
          .ifPresent(
              demand -> rules.add(new SchemaRule(each.getKey(), told(each.getKey()), demand)));
    }
    return new JsonSchema(text("title"), text("description"), rules);
  }

  /// What explanations say that the schema said.
  private Value.Document told(String keyword) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(keyword, schema.property(keyword));
    String exclusive =
        switch (keyword) {
          case "minimum" -> "exclusiveMinimum";
          case "maximum" -> "exclusiveMaximum";
          default -> "";
        };
    if (schema.properties().containsKey(exclusive)) {
      fields.put(exclusive, schema.property(exclusive));
    }
    return new Value.Document(fields);
  }

  /// Empty for a keyword that asks nothing by itself.
  private Optional<Demand> demand(String keyword, Value value) {
    return switch (keyword) {
      case "title", "description" -> Optional.empty();
      case "exclusiveMinimum" -> beside(keyword, "minimum", value);
      case "exclusiveMaximum" -> beside(keyword, "maximum", value);
      case "additionalProperties" -> otherProperties(value);
      case "additionalItems" -> otherItems(value);
      case "uniqueItems" ->
          flag(keyword, value) ? Optional.of(new Demand.UniqueItems()) : Optional.empty();
      default -> Optional.of(plain(keyword, value));
    };
  }

  private Demand plain(String keyword, Value value) {
    return switch (keyword) {
      case "bsonType" -> new Demand.OfType(TypeNames.read(requireNames(keyword, value)));
      case "type" -> new Demand.OfType(jsonTypes(requireNames(keyword, value)));
      case "enum" -> new Demand.Listed(distinct(elements(keyword, value)));
      case "required" -> new Demand.Required(names(keyword, value));
      case "properties" -> new Demand.Properties(schemas(keyword, value));
      case "patternProperties" -> patternProperties(keyword, value);
      case "items" ->
          value instanceof Value.Array(List<Value> each)
              ? new Demand.ItemsInTurn(each.stream().map(SchemaReader::read).toList())
              : new Demand.EveryItem(object(keyword, value));
      case "minimum" -> new Demand.Bounded(number(keyword, value), true, is("exclusiveMinimum"));
      case "maximum" -> new Demand.Bounded(number(keyword, value), false, is("exclusiveMaximum"));
      case "multipleOf" -> multipleOf(keyword, value);
      case "minLength" -> counted(keyword, value, Unit.CHARACTERS, true);
      case "maxLength" -> counted(keyword, value, Unit.CHARACTERS, false);
      case "minItems" -> counted(keyword, value, Unit.ITEMS, true);
      case "maxItems" -> counted(keyword, value, Unit.ITEMS, false);
      case "minProperties" -> counted(keyword, value, Unit.PROPERTIES, true);
      case "maxProperties" -> counted(keyword, value, Unit.PROPERTIES, false);
      case "pattern" -> new Demand.Found(Patterns.compile(text(keyword, value), ""));
      case "allOf" -> new Demand.AllOf(several(keyword, value));
      case "anyOf" -> new Demand.AnyOf(several(keyword, value));
      case "oneOf" -> new Demand.OneOf(several(keyword, value));
      case "not" -> new Demand.Not(object(keyword, value));
      case "dependencies" -> dependencies(keyword, value);
      default ->
          throw unfit(
              NOT_SUPPORTED.contains(keyword)
                  ? "$jsonSchema keyword '%s' is not currently supported".formatted(keyword)
                  : "Unknown $jsonSchema keyword: " + keyword);
    };
  }

  private Optional<Demand> beside(String keyword, String bound, Value value) {
    boolean _ = flag(keyword, value);
    if (!schema.properties().containsKey(bound)) {
      throw unfit(
          "$jsonSchema keyword '%s' must be a present if %s is present".formatted(bound, keyword));
    }
    return Optional.empty();
  }

  private boolean is(String keyword) {
    return schema.properties().containsKey(keyword) && flag(keyword, schema.property(keyword));
  }

  private static Value requireNames(String keyword, Value value) {
    List<Value> names = value instanceof Value.Array(List<Value> each) ? each : List.of(value);
    if (!names.stream().allMatch(Value.Text.class::isInstance)) {
      throw mismatch(
          "$jsonSchema keyword '%s' must be either a string or an array of strings"
              .formatted(keyword));
    }
    if (names.isEmpty()) {
      throw unfit("$jsonSchema keyword '%s' must name at least one type".formatted(keyword));
    }
    return value;
  }

  private static Set<Kind> jsonTypes(Value value) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    List<Value> names = value instanceof Value.Array(List<Value> each) ? each : List.of(value);
    for (Value name : names) {
      String alias =
          switch (((Value.Text) name).value()) {
            case "boolean" -> "bool";
            case "object", "array", "number", "string", "null" -> ((Value.Text) name).value();
            case "integer" -> throw unfit("$jsonSchema type 'integer' is not currently supported.");
            case String other -> throw unfit("Unknown type name alias: " + other);
          };
      kinds.addAll(TypeNames.read(new Value.Text(alias)));
    }
    return kinds;
  }

  private static List<Value> distinct(List<Value> values) {
    Set<Value> seen = new TreeSet<>(ValueOrder.BSON);
    for (Value each : values) {
      if (!seen.add(SchemaCheck.withSortedFields(each))) {
        throw unfit("$jsonSchema keyword 'enum' array cannot contain duplicate values.");
      }
    }
    return values;
  }

  private static List<Value> elements(String keyword, Value value) {
    if (!(value instanceof Value.Array(List<Value> elements))) {
      throw mismatch("$jsonSchema keyword '%s' must be an array".formatted(keyword));
    }
    if (elements.isEmpty()) {
      throw unfit("$jsonSchema keyword '%s' cannot be an empty array".formatted(keyword));
    }
    return elements;
  }

  private static List<String> names(String keyword, Value value) {
    List<String> names = new ArrayList<>();
    for (Value each : elements(keyword, value)) {
      if (!(each instanceof Value.Text(String name))) {
        throw mismatch("$jsonSchema keyword '%s' must be an array of strings".formatted(keyword));
      }
      if (names.contains(name)) {
        throw unfit(
            "$jsonSchema keyword '%s' array cannot contain duplicate values".formatted(keyword));
      }
      names.add(name);
    }
    return names;
  }

  private static Map<String, JsonSchema> schemas(String keyword, Value value) {
    Map<String, JsonSchema> schemas = new LinkedHashMap<>();
    fields(keyword, value).forEach((name, each) -> schemas.put(name, object(name, each)));
    return schemas;
  }

  private static Map<String, Value> fields(String keyword, Value value) {
    if (!(value instanceof Value.Document document)) {
      throw mismatch("$jsonSchema keyword '%s' must be an object".formatted(keyword));
    }
    return document.properties();
  }

  private static JsonSchema object(String keyword, Value value) {
    if (!(value instanceof Value.Document)) {
      throw mismatch("$jsonSchema keyword '%s' must be an object".formatted(keyword));
    }
    return read(value);
  }

  private static Demand patternProperties(String keyword, Value value) {
    List<Demand.PatternProperties.Named> patterns = new ArrayList<>();
    schemas(keyword, value)
        .forEach(
            (regex, schema) ->
                patterns.add(
                    new Demand.PatternProperties.Named(Patterns.compile(regex, ""), schema)));
    return new Demand.PatternProperties(patterns);
  }

  private Optional<Demand> otherProperties(Value value) {
    Set<String> names = Set.of();
    List<Pattern> patterns = new ArrayList<>();
    if (schema.property("properties") instanceof Value.Document named) {
      names = named.properties().keySet();
    }
    if (schema.property("patternProperties") instanceof Value.Document given) {
      given.properties().keySet().forEach(each -> patterns.add(Patterns.compile(each, "")));
    }
    return isAllowed("additionalProperties", value)
        ? Optional.empty()
        : Optional.of(new Demand.OtherProperties(names, patterns, others(value)));
  }

  private Optional<Demand> otherItems(Value value) {
    return isAllowed("additionalItems", value)
            || !(schema.property("items") instanceof Value.Array(List<Value> items))
        ? Optional.empty()
        : Optional.of(new Demand.OtherItems(items.size(), others(value)));
  }

  private static boolean isAllowed(String keyword, Value value) {
    return switch (value) {
      case Value.Bool allowed -> allowed.isTrue();
      case Value.Document _ -> false;
      case Value _ ->
          throw mismatch(
              "$jsonSchema keyword '%s' must be either an object or a boolean".formatted(keyword));
    };
  }

  private static Optional<JsonSchema> others(Value value) {
    return value instanceof Value.Document ? Optional.of(read(value)) : Optional.empty();
  }

  private static Value number(String keyword, Value value) {
    if (!value.kind().isNumber()) {
      throw mismatch("$jsonSchema keyword '%s' must be a number".formatted(keyword));
    }
    return value;
  }

  private static Demand multipleOf(String keyword, Value value) {
    if (!(BsonNumbers.toDouble(number(keyword, value)) > 0)) {
      throw unfit("$jsonSchema keyword 'multipleOf' must have a positive value");
    }
    return new Demand.MultipleOf(value);
  }

  private static Demand counted(String keyword, Value value, Unit unit, boolean least) {
    Optional<Long> limit = BsonNumbers.findWhole(number(keyword, value));
    if (limit.isEmpty() || limit.get() < 0) {
      throw unfit("$jsonSchema keyword '%s' must be a non-negative integer".formatted(keyword));
    }
    return new Demand.Counted(unit, least, limit.get());
  }

  private static List<JsonSchema> several(String keyword, Value value) {
    return elements(keyword, value).stream().map(each -> object(keyword, each)).toList();
  }

  private static Demand dependencies(String keyword, Value value) {
    List<Demand.Dependencies.Dependency> all = new ArrayList<>();
    fields(keyword, value)
        .forEach(
            (name, each) ->
                all.add(
                    each instanceof Value.Array
                        ? new Demand.Dependencies.Dependency(
                            name, names(keyword, each), Optional.empty())
                        : new Demand.Dependencies.Dependency(
                            name, List.of(), Optional.of(object(keyword, each)))));
    return new Demand.Dependencies(all);
  }

  private Optional<String> text(String keyword) {
    return schema.properties().containsKey(keyword)
        ? Optional.of(text(keyword, schema.property(keyword)))
        : Optional.empty();
  }

  private static String text(String keyword, Value value) {
    if (value instanceof Value.Text(String text)) {
      return text;
    }
    throw mismatch("$jsonSchema keyword '%s' must be of type string".formatted(keyword));
  }

  private static boolean flag(String keyword, Value value) {
    if (value instanceof Value.Bool flag) {
      return flag.isTrue();
    }
    throw mismatch("$jsonSchema keyword '%s' must be a boolean".formatted(keyword));
  }

  private static MongoFailure mismatch(String message) {
    return new MongoFailure(MongoError.TYPE_MISMATCH, message);
  }

  private static MongoFailure unfit(String message) {
    return new MongoFailure(MongoError.FAILED_TO_PARSE, message);
  }
}
