// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.query.Recorded;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.function.FixedSurroundings;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/// Every query that the service's planner was recorded with gives the recorded plan: flags, ranges,
/// rewritten query up to white space; or the recorded errors, letter for letter. Those that rank by
/// relevance are refused: a plan whose queries nobody can run would be a promise.
class PlanConformanceTest {
  /// The functions we have, and those that recorded queries call besides.
  static final Signatures FUNCTIONS =
      name ->
          switch (name) {
            case "ST_DISTANCE", "_TRY_ARRAY_CONTAINS" -> new Signatures.Signature(name, 2, 2);
            default -> Signatures.BUILT_IN.find(name);
          };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Aggregates",
        "Basic",
        "Distinct",
        "GroupBy",
        "Like",
        "ManyRanges",
        "MultiOrderBy",
        "Negative",
        "OffsetLimit",
        "OrderBy",
        "PointRange",
        "Top"
      })
  void everyQueryOfTheFileGivesWhatWasRecorded(String file) {
    List<Element> results = Recorded.results("plan/" + file + ".xml");
    assertThat(results).isNotEmpty();
    for (int version = 1; version <= 2; version++) {
      for (Element result : results) {
        compare(result, version);
      }
    }
  }

  private static void compare(Element result, int version) {
    String text = Recorded.text(result, "Input", "Query");
    Element recorded = Recorded.find(result, "Output", "PartitionedQueryExecutionInfoInternal");
    String exception = Recorded.text(result, "Output", "Exception");
    PartitionKeyDefinition definition = definition(result, version);
    if (isRanked(text)) {
      assertThatThrownBy(() -> plan(text, result, definition))
          .as(text)
          .hasMessageStartingWith("ORDER BY RANK is not supported");
      return;
    }
    if (recorded == null) {
      String errors = errors(exception);
      if (errors != null) {
        assertThat(errorsOf(text, result, definition)).as(text).isEqualTo(errors);
        return;
      }
      // The client that made the recording could not read this plan; the service gave it.
      String json = RecordedPlan.jsonIn(exception, "{\"queryInfo\"");
      json = json == null ? RecordedPlan.jsonIn(exception, "{\"queryRanges\"") : json;
      Value.Document plan = (Value.Document) RecordedPlan.json(Objects.requireNonNull(json, text));
      assertThat(RecordedPlan.ofJson(PlanDocument.of(plan(text, result, definition))))
          .as(text)
          .isEqualTo(RecordedPlan.ofJson(plan));
      return;
    }
    QueryPlan plan = plan(text, result, definition);
    canRun(plan, result);
    assertThat(RecordedPlan.ofJson(PlanDocument.of(plan)))
        .as(text)
        .isEqualTo(RecordedPlan.ofXml(recorded));
    assertThat(plan.ranges())
        .as(text)
        .containsExactlyInAnyOrderElementsOf(ranges(recorded, definition))
        .isSortedAccordingTo((a, b) -> a.min().compareTo(b.min()));
  }

  private static boolean isRanked(String text) {
    try {
      return Parser.parse(text).rank();
    } catch (QueryException _) {
      return false; // no query at all, and recorded as such
    }
  }

  /// The query that a client sends to the ranges is one that we take.
  private static void canRun(QueryPlan plan, Element result) {
    if (!plan.info().rewrittenQuery().isEmpty()) {
      String text =
          plan.info()
              .rewrittenQuery()
              .replace("{documentdb-formattableorderbyquery-filter}", "true");
      Query query = Parser.parse(text);
      Binder.check(query, FUNCTIONS);
      CompiledQuery.compile(
          query, QuerySettings.of(FixedSurroundings.ANY).withParameters(parameters(result)));
    }
  }

  private static List<QueryRange> ranges(Element recorded, PartitionKeyDefinition definition) {
    Element ranges = Objects.requireNonNull(Recorded.find(recorded, "QueryRanges", "Range"));
    return Recorded.children(ranges, "Range").stream()
        .map(range -> RecordedPlan.range(range.getTextContent(), definition))
        .toList();
  }

  private static QueryPlan plan(String text, Element result, PartitionKeyDefinition definition) {
    Map<String, Value> parameters = parameters(result);
    Query query = Parser.parse(text);
    Binder.check(query, FUNCTIONS);
    return Planner.plan(
        query, Constants.of(parameters), definition, EnumSet.allOf(QueryFeature.class));
  }

  private static String errorsOf(String text, Element result, PartitionKeyDefinition definition) {
    try {
      return "a plan: " + plan(text, result, definition);
    } catch (QueryException e) {
      return e.json();
    }
  }

  private static @Nullable String errors(String exception) {
    String lower = RecordedPlan.jsonIn(exception, "{\"errors\"");
    return lower != null ? lower : RecordedPlan.jsonIn(exception, "{\"Errors\"");
  }

  private static PartitionKeyDefinition definition(Element result, int version) {
    List<String> paths = new ArrayList<>();
    Element keys = Recorded.find(result, "Input", "PartitionKeys");
    if (keys != null) {
      Recorded.children(keys, "Key").forEach(key -> paths.add(key.getTextContent()));
    }
    assertThat(Recorded.text(result, "Input", "PartitionKeyType")).isEqualTo("Hash");
    return paths.isEmpty()
        ? PartitionKeyDefinition.NONE
        : new PartitionKeyDefinition(
            paths.stream().map(PlanConformanceTest::path).toList(),
            PartitionKeyDefinition.Kind.HASH,
            version);
  }

  /// One recorded path leads into an array. Here no container can have such a key; for the service
  /// it is a name that no expression of a query leads to.
  private static PropertyPath path(String text) {
    return text.contains("[") ? PropertyPath.of(text.substring(1)) : PropertyPath.parse(text);
  }

  private static Map<String, Value> parameters(Element result) {
    Map<String, Value> parameters = new HashMap<>();
    String text = Recorded.text(result, "Input", "QueryParameters");
    if (!text.isEmpty() && RecordedPlan.json(text) instanceof Value.Array(List<Value> all)) {
      for (Value parameter : all) {
        if (parameter instanceof Value.Document document
            && document.property("name") instanceof Value.Text(String name)) {
          parameters.put(name, document.property("value"));
        }
      }
    }
    return parameters;
  }
}
