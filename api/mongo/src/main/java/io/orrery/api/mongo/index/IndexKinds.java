// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.Arguments;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.text.TextIndex;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.derive.TextLanguage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Kinds of indexes whose entries are made of values rather than being them: of every path (`$**`),
/// of places (`2dsphere`, `2d`) and of words (`text`).
final class IndexKinds {
  static final String EVERY_PATH = "$**";

  /// Options that belong to a kind.
  private static final List<String> OPTIONS =
      List.of(
          "wildcardProjection",
          "2dsphereIndexVersion",
          "bits",
          "min",
          "max",
          "weights",
          "default_language",
          "language_override",
          "textIndexVersion");

  private static final Set<String> OF_TEXT =
      Set.of("weights", "default_language", "language_override", "textIndexVersion");

  private static final Set<String> PLACES = Set.of("2dsphere", "2d");

  private IndexKinds() {}

  /// What is told of an index besides what all have.
  static Value.Document options(Value.Document spec) {
    LinkedHashMap<String, Value> found = new LinkedHashMap<>();
    for (String option : OPTIONS) {
      if (spec.properties().containsKey(option)) {
        found.put(option, spec.property(option));
      }
    }
    return new Value.Document(found);
  }

  /// Reads the options of its kind; refuses what another kind has.
  static Value.Document read(Value.Document key, Arguments arguments) {
    boolean places = key.properties().values().stream().anyMatch(IndexKinds::isPlace);
    boolean every = everyPath(key).isPresent() && !TextIndex.isText(key);
    LinkedHashMap<String, Value> found = new LinkedHashMap<>();
    for (String option : OPTIONS) {
      Value value = arguments.value(option);
      if (value != Value.Undefined.UNDEFINED) {
        boolean fits =
            option.equals("wildcardProjection")
                ? every
                : OF_TEXT.contains(option) ? TextIndex.isText(key) : places;
        if (!fits) {
          throw IndexSpecReader.refused(
              "The option '%s' is not allowed for this kind of index".formatted(option));
        }
        found.put(option, value);
      }
    }
    Value.Document options = new Value.Document(found);
    if (every) {
      require(key, arguments, options);
    }
    if (TextIndex.isText(key)) {
      return text(key, options, arguments);
    }
    if (places) {
      requirePlaces(key, arguments);
      requireUsualBounds(options);
      if (key.properties().containsValue(new Value.Text("2dsphere"))) {
        found.putIfAbsent("2dsphereIndexVersion", new Value.Int32(3));
      }
    }
    return new Value.Document(found);
  }

  /// The options of a text index, those that were not given as well.
  private static Value.Document text(
      Value.Document key, Value.Document options, Arguments arguments) {
    if (arguments.flag("unique")
        || arguments.value("expireAfterSeconds") != Value.Undefined.UNDEFINED) {
      throw IndexSpecReader.refused("A text index can be neither unique nor a TTL index");
    }
    if (options.property("weights") instanceof Value.Document weights) {
      for (Value weight : weights.properties().values()) {
        double number = weight.kind().isNumber() ? BsonNumbers.toDouble(weight) : 0;
        if (number < 1 || number > 99_999) {
          throw IndexSpecReader.refused(
              "text index weight must be in the exclusive interval (0,99999]");
        }
      }
    } else if (options.property("weights") != Value.Undefined.UNDEFINED) {
      throw IndexSpecReader.refused("text index option 'weights' must be an object");
    }
    for (String option : List.of("default_language", "language_override")) {
      Value given = options.property(option);
      if (given != Value.Undefined.UNDEFINED && !(given instanceof Value.Text)) {
        throw IndexSpecReader.refused("%s must be a string".formatted(option));
      }
    }
    TextIndex index = TextIndex.of(key, options).orElseThrow();
    String field = index.languages().field();
    if (field.isEmpty() || field.startsWith("$") || field.contains(".")) {
      throw IndexSpecReader.refused("language_override is not valid: " + field);
    }
    String language =
        TextLanguage.find(index.languages().usual())
            .orElseThrow(
                () ->
                    IndexSpecReader.refused(
                        "default_language is not valid: " + index.languages().usual()));
    LinkedHashMap<String, Value> weights = new LinkedHashMap<>();
    index
        .weights()
        .forEach((path, weight) -> weights.put(path, new Value.Int32(weight.intValue())));
    LinkedHashMap<String, Value> all = new LinkedHashMap<>();
    all.put("weights", new Value.Document(weights));
    all.put("default_language", new Value.Text(language));
    all.put("language_override", new Value.Text(field));
    all.put("textIndexVersion", new Value.Int32(3));
    return new Value.Document(all);
  }

  /// The key as clients are told it: fields of words as one.
  static Value.Document told(Value.Document key) {
    if (!TextIndex.isText(key)) {
      return key;
    }
    LinkedHashMap<String, Value> told = new LinkedHashMap<>();
    key.properties()
        .forEach(
            (path, direction) -> {
              if (direction.equals(new Value.Text("text"))) {
                told.put("_fts", direction);
                told.put("_ftsx", new Value.Int32(1));
              } else {
                told.put(path, direction);
              }
            });
    return new Value.Document(told);
  }

  private static void require(Value.Document key, Arguments arguments, Value.Document options) {
    if (key.properties().size() > 1) {
      throw IndexSpecReader.refused("wildcard indexes do not allow compounding");
    }
    for (String option : List.of("unique", "sparse")) {
      if (arguments.flag(option)) {
        throw IndexSpecReader.refused(
            "The option '%s' is not allowed with a wildcard index".formatted(option));
      }
    }
    if (arguments.value("expireAfterSeconds") != Value.Undefined.UNDEFINED) {
      throw IndexSpecReader.refused("A wildcard index cannot be a TTL index");
    }
    Value projection = options.property("wildcardProjection");
    boolean whole = key.properties().containsKey(EVERY_PATH);
    if (projection != Value.Undefined.UNDEFINED
        && !(whole
            && projection instanceof Value.Document document
            && !document.properties().isEmpty()
            && isEither(document))) {
      throw IndexSpecReader.refused(
          "wildcardProjection must be paths to include or to exclude, of an index of '$**'");
    }
  }

  private static boolean isEither(Value.Document projection) {
    return projection.properties().entrySet().stream()
            .filter(each -> !each.getKey().equals("_id"))
            .map(each -> isOn(each.getValue()))
            .distinct()
            .count()
        <= 1;
  }

  private static boolean isOn(Value value) {
    return value == Value.Bool.TRUE
        || (value.kind().isNumber() && BsonNumbers.toDouble(value) != 0);
  }

  private static void requirePlaces(Value.Document key, Arguments arguments) {
    if (key.properties().values().stream().filter(IndexKinds::isPlace).count() > 1) {
      throw IndexSpecReader.refused("An index has one field of places at most");
    }
    if (arguments.flag("unique")
        || arguments.value("expireAfterSeconds") != Value.Undefined.UNDEFINED) {
      throw IndexSpecReader.refused("An index of places can be neither unique nor a TTL index");
    }
  }

  /// Squares are of MongoDB's usual size, and lie where they usually do.
  private static void requireUsualBounds(Value.Document options) {
    requireUsual(options, "bits", 26);
    requireUsual(options, "min", -180);
    requireUsual(options, "max", 180);
  }

  private static void requireUsual(Value.Document options, String name, double usual) {
    Value value = options.property(name);
    boolean other = value.kind().isNumber() && BsonNumbers.toDouble(value) != usual;
    if (other || (value != Value.Undefined.UNDEFINED && !value.kind().isNumber())) {
      throw MongoFailure.notSupported("The index option %s other than %s".formatted(name, usual));
    }
  }

  static boolean isPlace(Value direction) {
    return direction instanceof Value.Text(String kind) && PLACES.contains(kind);
  }

  /// The path of which everything below is indexed: empty text for all; empty if it is no such key.
  static Optional<String> everyPath(Value.Document key) {
    for (String path : key.properties().keySet()) {
      if (path.equals(EVERY_PATH)) {
        return Optional.of("");
      }
      if (path.endsWith("." + EVERY_PATH)) {
        return Optional.of(path.substring(0, path.length() - EVERY_PATH.length() - 1));
      }
    }
    return Optional.empty();
  }

  /// The path of the field of places; empty if there is none.
  static Optional<String> places(Value.Document key) {
    return key.properties().entrySet().stream()
        .filter(each -> isPlace(each.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  static IndexForm form(IndexSpec spec) {
    Optional<String> places = places(spec.key());
    if (places.isPresent()) {
      return new IndexForm.Cells(List.of(places.get().split("\\.", -1)));
    }
    Optional<TextIndex> words = TextIndex.of(spec.key(), spec.more());
    if (words.isPresent()) {
      return new IndexForm.Words(
          words.get().paths(), words.get().languages().usual(), words.get().languages().field());
    }
    Optional<String> every = everyPath(spec.key());
    if (every.isEmpty()) {
      return IndexForm.Values.PLAIN;
    }
    if (!(spec.more().property("wildcardProjection") instanceof Value.Document projection)) {
      return every.get().isEmpty()
          ? new IndexForm.EveryPath(List.of("_id"), false)
          : new IndexForm.EveryPath(List.of(every.get()), true);
    }
    return projected(projection);
  }

  /// `_id` is left out unless it is asked for.
  private static IndexForm projected(Value.Document projection) {
    List<String> paths = new ArrayList<>();
    boolean including = false;
    for (Map.Entry<String, Value> each : projection.properties().entrySet()) {
      if (!each.getKey().equals("_id")) {
        including = isOn(each.getValue());
        paths.add(each.getKey());
      }
    }
    boolean ids = isOn(projection.property("_id"));
    if (paths.isEmpty()) {
      return new IndexForm.EveryPath(List.of("_id"), ids);
    }
    if (ids == including) {
      paths.add("_id");
    }
    return new IndexForm.EveryPath(paths, including);
  }

  /// What conditions ask for, in the order of the entries.
  static List<CompositeIndex.Part> parts(IndexSpec spec, IndexForm form) {
    return switch (form) {
      case IndexForm.Cells(List<String> path) -> {
        List<String> names = new ArrayList<>();
        names.add(IndexSpec.CELLS);
        names.addAll(path);
        yield List.of(
            new CompositeIndex.Part(PropertyPath.of(names.toArray(String[]::new)), false));
      }
      case IndexForm.Words _ ->
          List.of(new CompositeIndex.Part(PropertyPath.of(IndexSpec.WORDS), false));
      case IndexForm.EveryPath _ ->
          List.of(
              new CompositeIndex.Part(PropertyPath.of("$path"), false),
              new CompositeIndex.Part(PropertyPath.of("$value"), false));
      case IndexForm.Values _ -> {
        List<CompositeIndex.Part> parts = new ArrayList<>();
        for (Map.Entry<String, Value> field : spec.key().properties().entrySet()) {
          boolean descending =
              field.getValue().kind().isNumber() && BsonNumbers.toDouble(field.getValue()) < 0;
          parts.add(
              new CompositeIndex.Part(
                  PropertyPath.of(field.getKey().split("\\.", -1)), descending));
        }
        yield parts;
      }
    };
  }
}
