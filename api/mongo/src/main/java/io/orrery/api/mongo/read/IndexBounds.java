// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonBuilder;
import io.orrery.api.mongo.index.IndexSpec;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.plan.access.AccessPath.DeclaredRanges.Range;
import io.orrery.plan.access.Interval;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Which values of an index are read, as explanations tell it: `a: ["[1, 5)"]`.
final class IndexBounds {
  private static final String ALL = "[MinKey, MaxKey]";

  private static final Map<Kind, String> FIRST =
      Map.of(Kind.TEXT, "\"\"", Kind.OBJECT, "{}", Kind.ARRAY, "[]", Kind.BOOLEAN, "false");

  private static final Map<Kind, String> LAST =
      Map.of(Kind.TEXT, "{}", Kind.OBJECT, "[]", Kind.BOOLEAN, "true");

  private IndexBounds() {}

  static void write(IndexSpec spec, List<Range> ranges, BsonBuilder reply) {
    List<String> paths = spec.entryPaths();
    boolean collated = !spec.collation().isSimple();
    reply.beginDocument("indexBounds");
    for (int i = 0; i < paths.size(); i++) {
      int part = i;
      reply.beginArray(paths.get(i));
      ranges.stream()
          .filter(range -> range.index() == spec.id())
          .map(Range::intervals)
          .map(each -> part < each.size() ? text(each.get(part), collated) : ALL)
          .distinct()
          .forEach(text -> reply.add(new Value.Text(text)));
      reply.end();
    }
    reply.end();
  }

  private static String text(Interval interval, boolean collated) {
    return lower(interval.lower(), collated) + ", " + upper(interval.upper(), collated);
  }

  private static String lower(Bound bound, boolean collated) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) ->
          (inclusive ? "[" : "(") + text(value, collated);
      case Bound.Before(Kind kind) -> "[" + first(kind);
      case Bound.Behind(Kind kind) -> "(" + last(kind);
    };
  }

  private static String upper(Bound bound, boolean collated) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) ->
          text(value, collated) + (inclusive ? "]" : ")");
      case Bound.Before(Kind kind) -> first(kind) + ")";
      case Bound.Behind(Kind kind) -> last(kind) + (kind.isNumber() ? "]" : ")");
    };
  }

  /// Where values of a kind begin.
  private static String first(Kind kind) {
    return kind.isNumber() ? "-inf" : FIRST.getOrDefault(kind, "MinKey");
  }

  /// Where values of a kind end: where those of the next begin.
  private static String last(Kind kind) {
    return kind.isNumber() ? "inf" : LAST.getOrDefault(kind, "MaxKey");
  }

  private static String text(Value value, boolean collated) {
    if (collated && value instanceof Value.Text(String key)) {
      return "CollationKey(0x%s)"
          .formatted(HexFormat.of().formatHex(key.getBytes(StandardCharsets.ISO_8859_1)));
    }
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }
}
