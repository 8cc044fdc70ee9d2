// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.item.StoredItems;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.query.Recorded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/// The members of a recorded plan by name, as text, in one form for plans that are written as XML,
/// as JSON, and for ours. Numbers, words and lists of them all become their text; what is null or
/// empty is left out.
final class RecordedPlan {
  private static final Map<String, String> XML_TO_JSON =
      Map.of(
          "DistinctType", "distinctType",
          "Top", "top",
          "Offset", "offset",
          "Limit", "limit",
          "GroupByExpressions", "groupByExpressions",
          "OrderBy", "orderBy",
          "OrderByExpressions", "orderByExpressions",
          "Aggregates", "aggregates",
          "GroupByAliases", "groupByAliases");

  private RecordedPlan() {}

  /// A plan written as XML, without its ranges.
  static Map<String, String> ofXml(Element plan) {
    Map<String, String> members = new TreeMap<>();
    Element info = Recorded.find(plan, "QueryInfo");
    if (info != null) {
      xmlInfo("queryInfo.", info, members);
      members.put(
          "queryInfo.rewrittenQuery", Recorded.squeeze(Recorded.text(plan, "RewrittenQuery")));
    }
    members.values().removeIf(String::isEmpty);
    return members;
  }

  private static void xmlInfo(String prefix, Element info, Map<String, String> members) {
    XML_TO_JSON.forEach(
        (xml, json) -> {
          Element found = Recorded.find(info, xml);
          if (found != null) {
            members.put(prefix + json, words(found));
          }
        });
    members.put(
        prefix + "hasSelectValue",
        Recorded.text(info, "HasSelectValue").equals("True") ? "true" : "false");
    Element aliases = Recorded.find(info, "GroupByAliasToAggregateType");
    if (aliases != null) {
      for (Element alias : Recorded.children(aliases, "AliasToAggregateType")) {
        members.put(
            prefix + "groupByAliasToAggregateType." + Recorded.text(alias, "Alias"),
            Recorded.text(alias, "AggregateOperator"));
      }
    }
  }

  /// The text of an element, or of those in it.
  private static String words(Element element) {
    List<String> words = new ArrayList<>();
    for (String item :
        List.of(
            "GroupByExpression", "SortOrder", "OrderByExpression", "AggregateOperator", "Alias")) {
      Recorded.children(element, item).forEach(child -> words.add(child.getTextContent()));
    }
    return words.isEmpty() ? element.getTextContent().strip() : String.join(" ; ", words);
  }

  /// A plan written as JSON, without its ranges and what XML does not have.
  static Map<String, String> ofJson(Value.Document plan) {
    Map<String, String> members = new TreeMap<>();
    flatten("", plan, members);
    members
        .keySet()
        .removeIf(
            name ->
                name.startsWith("queryRanges")
                    || name.startsWith("partitionedQueryExecutionInfoVersion")
                    || name.endsWith("hasNonStreamingOrderBy")
                    || name.endsWith("dCountInfo"));
    members.values().removeIf(String::isEmpty);
    return members;
  }

  private static void flatten(String name, Value value, Map<String, String> members) {
    switch (value) {
      case Value.Document(var properties) -> {
        boolean aliases = name.endsWith("groupByAliasToAggregateType");
        properties.forEach(
            (key, member) -> {
              if (aliases && member == Value.Null.NULL) {
                members.put(name + "." + key, "null");
              } else {
                flatten(name.isEmpty() ? key : name + "." + key, member, members);
              }
            });
      }
      case Value.Array(var elements)
          when !elements.isEmpty() && elements.getFirst() instanceof Value.Document -> {
        for (int i = 0; i < elements.size(); i++) {
          flatten(name + "." + i, elements.get(i), members);
        }
      }
      case Value.Array(var elements) ->
          members.put(name, String.join(" ; ", elements.stream().map(RecordedPlan::word).toList()));
      default ->
          members.put(
              name, name.endsWith("hasSelectValue") ? flag(value) : Recorded.squeeze(word(value)));
    }
  }

  /// The recorded JSON has 0 and 1 for false and true.
  private static String flag(Value value) {
    return value == Value.Bool.TRUE || word(value).equals("1") ? "true" : "false";
  }

  private static String word(Value value) {
    return switch (value) {
      case Value.Null _ -> "";
      case Value.Text(String text) -> text;
      default -> new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
    };
  }

  /// A range written with partition key values; `"Infinity"` is the end of the ring.
  static QueryRange range(String text, PartitionKeyDefinition definition) {
    if (text.equals("[[],\"Infinity\")")) {
      return QueryRange.of(HashRange.FULL);
    }
    if (!(json(text) instanceof Value.Array(List<Value> ends))
        || ends.size() != 2
        || !ends.getFirst().equals(ends.getLast())
        || !(ends.getFirst() instanceof Value.Array(List<Value> components))) {
      throw new IllegalArgumentException("not a point: " + text);
    }
    if (components.isEmpty()) {
      return QueryRange.point(EffectivePartitionKey.MIN);
    }
    List<Value> key =
        components.stream()
            .map(c -> c instanceof Value.Document ? Value.Undefined.UNDEFINED : c)
            .toList();
    return QueryRange.point(definition.position(new PartitionKey(key)));
  }

  static Value json(String text) {
    return StoredItems.decode(StoredItems.fromJson(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// The JSON object in a recorded exception, null if there is none.
  static @Nullable String jsonIn(String exception, String start) {
    int begin = exception.indexOf(start);
    if (begin < 0) {
      return null;
    }
    int end = exception.indexOf("}\nSystem.", begin);
    return exception.substring(begin, end + 1);
  }
}
