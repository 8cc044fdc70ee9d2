// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
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
  private static final int ENTITIES = Integer.getInteger("orrery.table.entities", 250);
  private static final int FILTERS = Integer.getInteger("orrery.table.filters", 60);
  private static final String[] WORDS = {"", "a", "ab", "b", "B", "z", "ü", "it's"};

  private final Random random = new Random(SEED);

  /// What values can be compared with each other: numbers of all three types, others with those of
  /// their own.
  private enum Kind {
    TEXT,
    NUMBER,
    FLAG,
    TIME,
    GUID,
    BYTES
  }

  /// A value of one of the Edm types.
  ///
  /// @param order a text or a number that values of the kind are in the order of
  /// @param json how entities have it
  /// @param type what they say of its type, if they have to
  /// @param literal how filters have it
  private record Edm(Kind kind, Object order, String json, @Nullable String type, String literal) {
    static Edm text(String text) {
      return new Edm(Kind.TEXT, text, '"' + text + '"', null, "'" + text.replace("'", "''") + "'");
    }

    static Edm number(double number, String json, @Nullable String type, String literal) {
      return new Edm(Kind.NUMBER, number, json, type, literal);
    }

    String member(String name) {
      String annotation = type == null ? "" : ",\"%s@odata.type\":\"Edm.%s\"".formatted(name, type);
      return annotation + ",\"%s\":%s".formatted(name, json);
    }

    int compare(Edm other) {
      return order instanceof Double number
          ? number.compareTo((Double) other.order)
          : order.toString().compareTo(other.order.toString());
    }
  }

  private record Row(String partition, String row, Map<String, Edm> properties) {
    @Nullable Edm property(String name) {
      return switch (name) {
        case "PartitionKey" -> Edm.text(partition);
        case "RowKey" -> Edm.text(row);
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

  private Edm value() {
    int small = random.nextInt(6) - 2;
    return switch (random.nextInt(9)) {
      case 0, 1 -> Edm.text(word());
      case 2 -> Edm.number(small, "" + small, null, "" + small);
      case 3 -> Edm.number(small, "\"%d\"".formatted(small), "Int64", small + "L");
      case 4 -> Edm.number(small / 2.0, "" + small / 2.0, "Double", "" + small / 2.0);
      case 5 -> flag(random.nextBoolean());
      case 6 -> time(Instant.parse("2026-01-01T00:00:00Z").plusMillis(small * 500L));
      case 7 -> guid("%x0000000-0000-4000-8000-000000000000".formatted(7 + small));
      default -> bytes(word().getBytes(StandardCharsets.UTF_8));
    };
  }

  private static Edm flag(boolean flag) {
    return new Edm(Kind.FLAG, flag ? 1.0 : 0.0, "" + flag, null, "" + flag);
  }

  private static Edm time(Instant time) {
    return new Edm(
        Kind.TIME,
        (double) time.toEpochMilli(),
        "\"%s\"".formatted(time),
        "DateTime",
        "datetime'%s'".formatted(time));
  }

  private static Edm guid(String guid) {
    return new Edm(Kind.GUID, guid, "\"%s\"".formatted(guid), "Guid", "guid'%s'".formatted(guid));
  }

  private static Edm bytes(byte[] bytes) {
    String hex = HexFormat.of().formatHex(bytes);
    String base64 = Base64.getEncoder().encodeToString(bytes);
    return new Edm(Kind.BYTES, hex, "\"%s\"".formatted(base64), "Binary", "X'%s'".formatted(hex));
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
    Edm value =
        switch (which) {
          case 0, 1 -> Edm.text("k" + random.nextInt(9));
          case 2 -> Edm.text("%03d".formatted(random.nextInt(ENTITIES)));
          default -> value();
        };
    String operator = List.of("eq", "ne", "lt", "le", "gt", "ge").get(random.nextInt(6));
    return new Filter(
        name + " " + operator + " " + value.literal(),
        row -> holds(operator, row.property(name), value));
  }

  private static boolean holds(String operator, @Nullable Edm left, Edm right) {
    if (left == null || left.kind() != right.kind()) {
      return false;
    }
    int order = left.compare(right);
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
      Map<String, Edm> properties = new TreeMap<>();
      for (int p = 0; p < 4; p++) {
        if (random.nextInt(4) > 0) {
          properties.put("p" + p, value());
        }
      }
      Row row = new Row("k" + random.nextInt(9), "%03d".formatted(i), properties);
      rows.add(row);
      StringBuilder json = new StringBuilder();
      properties.forEach((name, value) -> json.append(value.member(name)));
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
        for (int pageSize : List.of(1, 7, 1000)) {
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
