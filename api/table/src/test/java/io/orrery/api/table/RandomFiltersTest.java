// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random filters over random entities, in partitions that were split: the rows are those of the
/// plainest evaluation, in the order of keys, whatever the size of pages.
class RandomFiltersTest {
  private static final long SEED = Long.getLong("orrery.table.seed", 20_261_116);
  private static final int ENTITIES = Integer.getInteger("orrery.table.entities", 400);
  private static final int FILTERS = Integer.getInteger("orrery.table.filters", 60);
  private static final String[] WORDS = {"", "a", "ab", "b", "B", "z", "ü", "it's"};

  private final Random random = new Random(SEED);

  /// An entity: texts, whole numbers and booleans are enough to tell types apart.
  private record Row(String partition, String row, Map<String, Object> properties) {
    @Nullable Object property(String name) {
      return switch (name) {
        case "PartitionKey" -> partition;
        case "RowKey" -> row;
        default -> properties.get(name);
      };
    }

    String key() {
      return partition + "/" + row;
    }
  }

  /// A filter as text, and what it means.
  private record Filter(String text, Predicate<Row> meaning) {}

  private String word() {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private Object value(int kind) {
    return switch (kind) {
      case 0 -> word();
      case 1 -> (long) random.nextInt(6) - 2;
      default -> random.nextBoolean();
    };
  }

  private static String literal(Object value) {
    return value instanceof String text ? "'" + text.replace("'", "''") + "'" : value.toString();
  }

  private Filter filter(int depth) {
    int choice = depth == 0 ? 9 : random.nextInt(10);
    if (choice < 3) {
      Filter one = filter(depth - 1);
      Filter other = filter(depth - 1);
      return new Filter(
          "(" + one.text + " and " + other.text + ")", one.meaning.and(other.meaning));
    }
    if (choice < 5) {
      Filter one = filter(depth - 1);
      Filter other = filter(depth - 1);
      return new Filter("(" + one.text + " or " + other.text + ")", one.meaning.or(other.meaning));
    }
    if (choice < 6) {
      Filter one = filter(depth - 1);
      return new Filter("not (" + one.text + ")", one.meaning.negate());
    }
    return comparison();
  }

  private Filter comparison() {
    int which = random.nextInt(7);
    String name =
        switch (which) {
          case 0, 1 -> "PartitionKey";
          case 2 -> "RowKey";
          default -> "p" + random.nextInt(4);
        };
    Object value =
        switch (which) {
          case 0, 1 -> "k" + random.nextInt(9);
          case 2 -> "%03d".formatted(random.nextInt(ENTITIES));
          default -> value(random.nextInt(3));
        };
    String operator = List.of("eq", "ne", "lt", "le", "gt", "ge").get(random.nextInt(6));
    return new Filter(
        name + " " + operator + " " + literal(value),
        row -> holds(operator, row.property(name), value));
  }

  private static boolean holds(String operator, @Nullable Object left, Object right) {
    if (left == null || left.getClass() != right.getClass()) {
      return false;
    }
    int order =
        switch (left) {
          case String text -> text.compareTo((String) right);
          case Long number -> Long.compare(number, (Long) right);
          case Boolean flag -> Boolean.compare(flag, (Boolean) right);
          default -> throw new IllegalStateException();
        };
    return switch (operator) {
      case "eq" -> order == 0;
      case "ne" -> order != 0;
      case "lt" -> order < 0;
      case "le" -> order <= 0;
      case "gt" -> order > 0;
      default -> order >= 0;
    };
  }

  private List<Row> fill(TableBed bed) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ENTITIES; i++) {
      Map<String, Object> properties = new TreeMap<>();
      for (int p = 0; p < 4; p++) {
        if (random.nextInt(4) > 0) {
          properties.put("p" + p, value(random.nextInt(3)));
        }
      }
      Row row = new Row("k" + random.nextInt(9), "%03d".formatted(i), properties);
      rows.add(row);
      StringBuilder json = new StringBuilder();
      properties.forEach(
          (name, value) ->
              json.append(",\"%s\":".formatted(name))
                  .append(value instanceof String text ? "\"" + text + "\"" : value));
      bed.post(
              "/people",
              "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\"%s}"
                  .formatted(row.partition(), row.row(), json))
          .require(201);
    }
    rows.sort(Comparator.comparing(Row::partition).thenComparing(Row::row));
    return rows;
  }

  private static List<String> read(TableBed bed, String filter, int pageSize) {
    List<String> found = new ArrayList<>();
    String next = "";
    do {
      Reply page =
          bed.get(
              "/people()?$select=PartitionKey,RowKey&$top=%d&$filter=%s%s"
                  .formatted(pageSize, PercentEncoding.encodeWhole(filter), next));
      String keys = FiltersTest.keys(page);
      if (!keys.isEmpty()) {
        found.addAll(List.of(keys.split(" ", -1)));
      }
      String token = page.header("x-ms-continuation-nextpartitionkey");
      next = token.isEmpty() ? "" : "&NextPartitionKey=" + token;
    } while (!next.isEmpty());
    return found;
  }

  @Test
  void rowsAreThoseOfThePlainestEvaluationInOrder() {
    try (TableBed bed = TableBed.with("people")) {
      List<Row> rows = fill(bed);
      for (int i = 0; i < FILTERS; i++) {
        if (i == FILTERS / 3) {
          bed.split("people", 0);
        }
        if (i == 2 * FILTERS / 3) {
          bed.split("people", 1);
        }
        Filter filter = i == 0 ? new Filter("", _ -> true) : filter(3);
        List<String> expected = rows.stream().filter(filter.meaning()).map(Row::key).toList();
        for (int pageSize : i % 10 == 0 ? List.of(1, 7, 1000) : List.of(7, 1000)) {
          assertThat(read(bed, filter.text(), pageSize))
              .as("seed %d, filter %s, pages of %d", SEED, filter.text(), pageSize)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void keysAndIndexMakeFiltersCheap() {
    try (TableBed bed = TableBed.with("people")) {
      for (int i = 0; i < 600; i++) {
        bed.post(
                "/people",
                "{\"PartitionKey\":\"k%03d\",\"RowKey\":\"%03d\",\"n\":%d}"
                    .formatted(i / 2, i, i % 100))
            .require(201);
      }
      // Opening a query costs 2.3 request units, whatever it reads.
      assertThat(charge(bed, "")).isGreaterThan(8);
      assertThat(charge(bed, "PartitionKey eq 'k005'")).isLessThan(4);
      assertThat(charge(bed, "PartitionKey ge 'k290'")).isLessThan(4);
      assertThat(charge(bed, "PartitionKey gt 'k004' and PartitionKey le 'k006'")).isLessThan(4);
      assertThat(charge(bed, "n eq 5")).isLessThan(4);
      assertThat(charge(bed, "PartitionKey lt 'k'")).isLessThan(4);
    }
  }

  private static double charge(TableBed bed, String filter) {
    return Double.parseDouble(
        bed.get("/people()?$filter=" + PercentEncoding.encodeWhole(filter))
            .require(200)
            .header("x-ms-request-charge"));
  }
}
