// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import java.util.ArrayList;
import java.util.List;

/// The sources that an expression can speak of, and the paths that lead somewhere from them.
///
/// @param counter how many names the whole query has given
record KnownNames(List<Source> sources, int[] counter) {

  /// What a source's values look like.
  enum Shape {
    /// A whole document.
    ITEM,
    /// An element of `list`, or `o`.
    OBJECT,
    /// Nobody knows: an element of `tags`, the row of a subquery.
    ANY
  }

  record Source(String alias, Shape shape) {}

  /// What one expects at a path.
  enum Kind {
    NUMBER,
    TEXT,
    BOOLEAN,
    ARRAY,
    OBJECT
  }

  KnownNames {
    sources = List.copyOf(sources);
  }

  static KnownNames none() {
    return new KnownNames(List.of(), new int[1]);
  }

  KnownNames with(Source source) {
    List<Source> more = new ArrayList<>(sources);
    more.add(source);
    return new KnownNames(more, counter);
  }

  String fresh() {
    return "v" + counter[0]++;
  }

  /// A path from one of the sources, to something of this kind if all is as usual.
  String path(Dice dice, Kind kind) {
    Source source = dice.oneOf(sources);
    List<String> ways =
        switch (source.shape()) {
          case ITEM -> inItem(kind);
          case OBJECT -> inObject(kind);
          case ANY -> kind == Kind.OBJECT ? List.of("", ".x") : List.of("", "", "[0]", ".x");
        };
    return render(source.alias(), dice.oneOf(ways), dice);
  }

  private static List<String> inItem(Kind kind) {
    return switch (kind) {
      case NUMBER -> List.of(".n", ".n", ".i", ".o.x", ".tags[0]", ".list[0].k", ".mixed", ".none");
      case TEXT -> List.of(".s", ".s", ".d", ".o.y", ".pk", ".id", ".tags[1]", ".list[1].v");
      case BOOLEAN -> List.of(".f", ".f", ".o[\"w v\"]", ".mixed.x");
      case ARRAY -> List.of(".tags", ".tags", ".list", ".o.z", ".mixed", ".list[0].tags");
      case OBJECT -> List.of(".o", ".mixed", ".list[0]", "");
    };
  }

  private static List<String> inObject(Kind kind) {
    return switch (kind) {
      case NUMBER -> List.of(".k", ".x");
      case TEXT -> List.of(".v", ".y");
      case BOOLEAN -> List.of("[\"w v\"]", ".none");
      case ARRAY -> List.of(".tags", ".z");
      case OBJECT -> List.of("", ".x");
    };
  }

  /// The same path, now and then in brackets.
  private static String render(String alias, String way, Dice dice) {
    return dice.chance(15) && way.matches("\\.[a-z]+")
        ? alias + "[\"" + way.substring(1) + "\"]"
        : alias + way;
  }
}
