// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static io.orrery.testkit.sql.SqlItems.subStatus;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bulk requests to a range that splits meanwhile. The SDKs send a request again that was refused
/// as a whole, but not all of them single operations: so there must be nothing between all and
/// none.
class BulkSplitIT {
  private static final int ROUNDS = 8;
  private static final int OPERATIONS = 100;
  private static final Pattern STATUS = Pattern.compile("\"statusCode\":(\\d+)");
  private static final List<String> KEYS = IntStream.range(0, 40).mapToObj(n -> "k" + n).toList();

  @TempDir private Path directory;

  @Test
  void takesPlaceWhollyOrNotAtAll() {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      SqlHttp http = SqlHttp.owner(server);
      SqlItems items = SqlItems.create(http, "items");
      KEYS.forEach(
          key ->
              assertThat(items.create(json(key), item("first", key)).statusCode()).isEqualTo(201));
      String management = "/_orrery/api/v1/databases/d/containers/items/partitions/";
      for (int round = 0; round < ROUNDS; round++) {
        Map.Entry<String, List<String>> range = fullestRange(items);
        String operations = creations("r" + round, range.getValue());
        CompletableFuture<HttpResponse<String>> split =
            CompletableFuture.supplyAsync(
                () -> http.post(management + range.getKey() + "/split", ""));
        HttpResponse<String> bulk = items.bulk(range.getKey(), operations);
        assertThat(split.join().statusCode()).as(split.join().body()).isEqualTo(200);
        String key = json(range.getValue().getFirst());
        requireAllOrNothing(bulk, range.getKey(), items.read(key, "r" + round + "-0"));
        HttpResponse<String> late = items.bulk(range.getKey(), operations);
        assertThat(late.statusCode()).as(late.body()).isEqualTo(410);
        assertThat(subStatus(late)).isEqualTo("1002");
      }
      assertThat(server.standardError()).isEmpty();
    }
  }

  private static void requireAllOrNothing(
      HttpResponse<String> bulk, String range, HttpResponse<String> first) {
    if (bulk.statusCode() == 410) {
      assertThat(subStatus(bulk)).isEqualTo("1002");
      assertThat(first.statusCode()).isEqualTo(404);
      return;
    }
    assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(200);
    assertThat(STATUS.matcher(bulk.body()).results().map(each -> each.group(1)))
        .hasSize(OPERATIONS)
        .containsOnly("201");
    assertThat(header(bulk, "x-ms-session-token")).matches(range + ":-1#\\d+");
  }

  /// The range with most of the keys, and these.
  private static Map.Entry<String, List<String>> fullestRange(SqlItems items) {
    return KEYS.stream()
        .collect(
            Collectors.groupingBy(
                key ->
                    header(items.read(json(key), "first"), "x-ms-documentdb-partitionkeyrangeid")))
        .entrySet()
        .stream()
        .max(Comparator.comparingInt(range -> range.getValue().size()))
        .orElseThrow();
  }

  private static String json(String key) {
    return "[\"%s\"]".formatted(key);
  }

  private static String item(String id, String key) {
    return "{\"id\":\"%s\",\"pk\":\"%s\"}".formatted(id, key);
  }

  private static String creations(String name, List<String> keys) {
    return IntStream.range(0, OPERATIONS)
        .mapToObj(n -> creation(name + "-" + n, keys.get(n % keys.size())))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String creation(String id, String key) {
    return "{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"%s\\\"]\",\"resourceBody\":%s}"
        .formatted(key, item(id, key));
  }
}
