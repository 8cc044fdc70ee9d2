// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.testkit.query.KnownNames.Kind;
import io.orrery.testkit.query.KnownNames.Shape;
import io.orrery.testkit.query.KnownNames.Source;
import java.util.ArrayList;
import java.util.List;

/// Whole queries on [RandomDocuments], as text, with all clauses. Their rows are defined, up to the
/// order of rows that no ORDER BY puts in one.
public final class RandomQueries {
  private static final int DEPTH = 3;

  /// One key of ORDER BY.
  ///
  /// @param path without the alias: `n`, `o.x`
  public record Key(String path, boolean descending) {}

  /// What can be asked here.
  ///
  /// @param ordered paths that ORDER BY can name alone
  /// @param composites keys that ORDER BY can name together
  /// @param merged whether clients that merge the rows of ranges take part: what they refuse, or
  ///   round differently, is left out
  public record Possible(List<String> ordered, List<List<Key>> composites, boolean merged) {
    public Possible {
      ordered = List.copyOf(ordered);
      composites = List.copyOf(composites);
    }
  }

  private final Dice dice;
  private final Possible possible;
  private final RandomJson json;
  private final RandomExpressions expressions;
  private final RandomSubqueries subqueries;

  public RandomQueries(Dice dice, Possible possible) {
    this.dice = dice;
    this.possible = possible;
    this.json = new RandomJson(dice, !possible.merged());
    this.expressions = new RandomExpressions(dice, json);
    this.subqueries = new RandomSubqueries(dice, expressions);
  }

  /// The next query.
  public String query() {
    int roll = dice.below(100);
    if (roll < 30) {
      return rows();
    }
    if (roll < 55) {
      return ordered();
    }
    if (roll < 67) {
      return distinct();
    }
    if (roll < 82) {
      return aggregated();
    }
    return roll < 99 ? grouped() : "SELECT " + json.any(2) + " AS v";
  }

  private static KnownNames root() {
    return KnownNames.none().with(new Source("c", Shape.ITEM));
  }

  /// FROM, and what can be said behind it.
  private record From(String text, KnownNames names) {}

  private From from() {
    return switch (dice.below(12)) {
      case 0 -> new From("t IN c.tags", KnownNames.none().with(new Source("t", Shape.ANY)));
      case 1 -> new From("e IN c.list", KnownNames.none().with(new Source("e", Shape.OBJECT)));
      case 2 -> new From("c.o AS x", KnownNames.none().with(new Source("x", Shape.OBJECT)));
      case 3, 4, 5 -> joined();
      default -> new From("c", root());
    };
  }

  /// The items, each with some of its own elements.
  private From joined() {
    StringBuilder text = new StringBuilder("c");
    KnownNames names = root();
    for (int i = dice.between(1, 2); i > 0; i--) {
      String alias = names.fresh();
      switch (dice.below(4)) {
        case 0 -> {
          text.append(" JOIN ").append(alias).append(" IN c.list");
          names = names.with(new Source(alias, Shape.OBJECT));
        }
        case 1 -> {
          text.append(" JOIN ").append(subqueries.rows(names, 1)).append(" AS ").append(alias);
          names = names.with(new Source(alias, Shape.ANY));
        }
        default -> {
          text.append(" JOIN ").append(alias).append(" IN c.tags");
          names = names.with(new Source(alias, Shape.ANY));
        }
      }
    }
    return new From(text.toString(), names);
  }

  private String where(KnownNames names) {
    return dice.chance(75) ? " WHERE " + expressions.condition(names, dice.below(DEPTH)) : "";
  }

  private String projection(From from) {
    KnownNames names = from.names();
    return switch (dice.below(6)) {
      case 0 -> whole(from);
      case 1 -> value(expressions.any(names, dice.below(DEPTH)));
      case 2 -> value(names.path(dice, dice.oneOf(List.of(Kind.values()))));
      default -> list(names);
    };
  }

  /// All there is; an SDK puts what is no object into one, unless it is a VALUE.
  private String whole(From from) {
    if (from.text().contains("JOIN")) {
      return "VALUE c";
    }
    return possible.merged() && !from.text().equals("c") ? list(from.names()) : "*";
  }

  /// A single value; inside an object for clients that stumble over null and arrays as rows.
  private String value(String expression) {
    return possible.merged() ? "VALUE {\"v\": " + expression + "}" : "VALUE " + expression;
  }

  /// Clients ask for pages of this size, and none has no rows.
  private int top() {
    return possible.merged() ? dice.between(1, 12) : dice.below(12);
  }

  private String list(KnownNames names) {
    List<String> properties = new ArrayList<>();
    for (int i = dice.below(3); i >= 0; i--) {
      properties.add(expressions.any(names, dice.below(DEPTH)) + " AS p" + i);
    }
    return String.join(", ", properties);
  }

  private String rows() {
    From from = from();
    String tail = " FROM " + from.text() + where(from.names());
    return switch (dice.below(6)) {
      case 0 -> "SELECT TOP " + top() + " " + projection(from) + tail;
      case 1 -> "SELECT " + projection(from) + tail + window();
      default -> "SELECT " + projection(from) + tail;
    };
  }

  private String window() {
    return " OFFSET " + dice.below(8) + " LIMIT " + dice.below(12);
  }

  private String distinct() {
    From from = from();
    String value = from.names().path(dice, dice.oneOf(List.of(Kind.values())));
    String projection = dice.chance(50) ? value(value) : projection(from);
    String tail = " FROM " + from.text() + where(from.names());
    return switch (dice.below(6)) {
      case 0 -> "SELECT DISTINCT TOP " + top() + " " + projection + tail;
      case 1 -> "SELECT DISTINCT " + projection + tail + window();
      default -> "SELECT DISTINCT " + projection + tail;
    };
  }

  private String ordered() {
    if (possible.ordered().isEmpty()) {
      return rows();
    }
    From from = dice.chance(75) ? new From("c", root()) : joined();
    List<Key> keys = keys();
    String order =
        String.join(
            ", ",
            keys.stream()
                .map(
                    key ->
                        "c." + key.path() + (key.descending() ? " DESC" : dice.oneOf("", " ASC")))
                .toList());
    String tail = " FROM " + from.text() + where(from.names()) + " ORDER BY " + order;
    String key = keys.getFirst().path();
    if (keys.size() == 1 && dice.chance(15) && (!possible.merged() || isScalar(key))) {
      return "SELECT DISTINCT " + value("c." + key) + tail;
    }
    return switch (dice.below(5)) {
      case 0 -> "SELECT TOP " + top() + " " + projection(from) + tail;
      case 1 -> "SELECT " + projection(from) + tail + window();
      default -> "SELECT " + projection(from) + tail;
    };
  }

  /// Whether the property is no array or object, of which an SDK that drops duplicates expects
  /// equal ones side by side.
  private static boolean isScalar(String path) {
    return List.of("i", "id", "pk").contains(path);
  }

  private List<Key> keys() {
    if (!possible.composites().isEmpty() && dice.chance(30)) {
      List<Key> keys = dice.oneOf(possible.composites());
      boolean reversed = dice.chance(50);
      return keys.stream().map(key -> new Key(key.path(), key.descending() != reversed)).toList();
    }
    return List.of(new Key(dice.oneOf(possible.ordered()), dice.chance(50)));
  }

  private String aggregate(KnownNames names, boolean grouped) {
    if (possible.merged()) {
      return mergedAggregate(names, grouped);
    }
    String number = names.path(dice, Kind.NUMBER);
    return switch (dice.below(9)) {
      case 0 -> "COUNT(1)";
      case 1 -> "COUNT(" + names.path(dice, dice.oneOf(List.of(Kind.values()))) + ")";
      case 2 -> "SUM(" + expressions.of(Kind.NUMBER, names, 0) + ")";
      case 3 -> "AVG(" + number + ")";
      case 4 -> "MIN(" + number + ")";
      case 5 -> "MAX(" + names.path(dice, Kind.TEXT) + ")";
      case 6 -> "MIN(" + names.path(dice, Kind.BOOLEAN) + ")";
      case 7 -> "COUNTIF(" + expressions.condition(names, 0) + ")";
      default -> "MAX(" + number + ")";
    };
  }

  /// One with a value whatever comes in: SDKs show the lack of one in their own ways. And of whole
  /// numbers only, so that the order of additions does not matter.
  private String mergedAggregate(KnownNames names, boolean grouped) {
    boolean items = names.sources().getFirst().shape() == Shape.ITEM;
    return switch (dice.below(grouped ? 6 : 4)) {
      case 0 -> "COUNT(1)";
      case 1 -> "COUNT(" + names.path(dice, dice.oneOf(List.of(Kind.values()))) + ")";
      case 2, 3 -> items ? "SUM(c.i ?? 0)" : "SUM(1)";
      case 4 -> items ? "MIN(c.id)" : "AVG(2)";
      default -> items ? "MAX(c.i ?? -9)" : "MAX(1)";
    };
  }

  private String aggregates(KnownNames names, boolean grouped) {
    List<String> properties = new ArrayList<>();
    for (int i = dice.below(3); i >= 0; i--) {
      properties.add(aggregate(names, grouped) + " AS a" + i);
    }
    return String.join(", ", properties);
  }

  /// One that is never null, which an SDK takes for undefined.
  private String mergedGroupKey(KnownNames names) {
    boolean items = names.sources().getFirst().shape() == Shape.ITEM;
    return switch (dice.below(items ? 6 : 3)) {
      case 0 -> "LENGTH(" + names.path(dice, Kind.TEXT) + ")";
      case 1 -> "IS_NUMBER(" + names.path(dice, Kind.NUMBER) + ")";
      case 2 -> "UPPER(" + names.path(dice, Kind.TEXT) + ")";
      case 3 -> "c.pk";
      case 4 -> "c.i";
      default -> "c.i % 2";
    };
  }

  /// Of what the filter is about, too: an index may know it all.
  private String aggregatedAlike() {
    KnownNames names = root();
    Kind kind = dice.oneOf(List.of(Kind.NUMBER, Kind.TEXT, Kind.BOOLEAN));
    String path = names.path(dice, kind);
    return "SELECT VALUE %s(%s) FROM c%s"
        .formatted(
            dice.oneOf("COUNT", "MIN", "MAX"),
            dice.chance(30) ? "1" : path,
            dice.chance(30) ? "" : " WHERE " + expressions.compared(path, kind));
  }

  private String aggregated() {
    if (!possible.merged() && dice.chance(30)) {
      return aggregatedAlike();
    }
    From from = from();
    String tail = " FROM " + from.text() + where(from.names());
    return dice.chance(60)
        ? "SELECT VALUE " + aggregate(from.names(), false) + tail
        : "SELECT " + aggregates(from.names(), false) + tail;
  }

  private String grouped() {
    From from = from();
    List<String> keys = new ArrayList<>();
    for (int i = dice.below(2); i >= 0; i--) {
      keys.add(groupKey(from.names()));
    }
    List<String> properties = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      properties.add(keys.get(i) + " AS k" + i);
    }
    properties.add(aggregates(from.names(), true));
    String tail =
        " FROM " + from.text() + where(from.names()) + " GROUP BY " + String.join(", ", keys);
    if (!possible.merged() && dice.chance(30)) {
      tail += " ORDER BY " + dice.oneOf(keys) + dice.oneOf("", " ASC", " DESC");
    }
    return switch (dice.below(8)) {
      case 0 -> "SELECT VALUE " + aggregate(from.names(), true) + tail;
      case 1 -> "SELECT " + value(keys.getFirst()) + tail;
      case 2 -> "SELECT " + String.join(", ", properties) + tail + window();
      case 3 -> "SELECT " + distinctGroups() + aggregate(from.names(), true) + tail;
      default -> "SELECT " + String.join(", ", properties) + tail;
    };
  }

  /// SDKs tell rows apart by hashes of their own.
  private String distinctGroups() {
    return possible.merged() ? "VALUE " : "DISTINCT VALUE ";
  }

  private String groupKey(KnownNames names) {
    if (possible.merged()) {
      return mergedGroupKey(names);
    }
    Kind kind = dice.oneOf(List.of(Kind.values()));
    if (dice.chance(80)) {
      return names.path(dice, kind);
    }
    return dice.chance(50)
        ? "LOWER(" + names.path(dice, Kind.TEXT) + ")"
        : names.path(dice, Kind.NUMBER) + " % 2";
  }
}
