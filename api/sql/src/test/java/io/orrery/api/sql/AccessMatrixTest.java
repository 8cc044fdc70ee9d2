// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.testkit.DoorClient;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.DoorClient.Sender;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Every caller with every method at every address with every header that ever had a say: who gets
/// in is written down below, and nobody else does.
class AccessMatrixTest {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private static final List<String> PATHS =
      List.of(
          "/",
          "/dbs",
          "/dbs/d",
          "/dbs/d/colls",
          "/dbs/d/colls/c",
          "/dbs/d/colls/c/docs",
          "/dbs/d/colls/c/docs/i",
          "/dbs/d/colls/c/docs/j",
          "/dbs/d/colls/c/pkranges",
          "/dbs/d/colls/c/pkranges/0",
          "/dbs/d/colls/c/conflicts",
          "/dbs/d/colls/c/conflicts/x",
          "/dbs/d/colls/c/sprocs",
          "/dbs/d/colls/c/sprocs/p",
          "/dbs/d/colls/c/triggers",
          "/dbs/d/colls/c/triggers/t",
          "/dbs/d/colls/c/udfs",
          "/dbs/d/colls/c/udfs/f",
          "/dbs/d/colls/c/operations/partitionkeydelete",
          "/dbs/d/colls/c/operations/other",
          "/dbs/d/users",
          "/dbs/d/users/u",
          "/dbs/d/users/u/permissions",
          "/dbs/d/users/u/permissions/all",
          "/dbs/d/clientencryptionkeys",
          "/dbs/d/clientencryptionkeys/k",
          "/offers",
          "/offers/zzzz",
          "/addresses",
          "/nowhere",
          "/_explorer/index.html",
          "/_orrery/api/v1/keys");

  /// Who calls. The tokens are for the container `c` unless their names say otherwise.
  private enum Caller {
    OWNER,
    READER,
    ALL,
    READ,
    KEY_ALL,
    KEY_READ,
    ITEM_ALL,
    ITEM_READ,
    ITEM_WITHOUT_KEY,
    PROCEDURE_ALL,
    PROCEDURE_READ,
    PROCEDURE_KEY,
    OTHER_CONTAINER,
    MISSING_CONTAINER,
    NOBODY
  }

  private static final Map<String, String> GROUPS =
      Map.of(
          "everybody",
          Arrays.stream(Caller.values()).map(Caller::name).collect(Collectors.joining(" ")),
          "tokens",
          "ALL READ KEY_ALL KEY_READ ITEM_ALL ITEM_READ ITEM_WITHOUT_KEY PROCEDURE_ALL"
              + " PROCEDURE_READ PROCEDURE_KEY",
          "readers",
          "OWNER READER ALL READ",
          "keyed-readers",
          "OWNER READER ALL READ KEY_ALL KEY_READ",
          "writers",
          "OWNER ALL",
          "keyed-writers",
          "OWNER ALL KEY_ALL");

  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final Map<String, String> KEY_A = Map.of(KEY, "[\"a\"]");
  private static final Map<String, String> KEY_B = Map.of(KEY, "[\"b\"]");
  private static final String BATCH = "x-ms-cosmos-is-batch-request";
  private static final String ITEM =
      """
      {"id":"i","pk":"a","body":"function f() {}","permissionMode":"All",
       "resource":"dbs/d/colls/c","triggerType":"Pre","triggerOperation":"All",
       "partitionKey":{"paths":["/pk"],"kind":"Hash"}}\
      """;
  private static final String QUERY = "{\"query\":\"select * from c\",\"parameters\":[]}";

  /// What a request comes with beside method and address.
  private record Variant(String name, String body, Map<String, String> headers) {
    Variant and(String more, String value) {
      Map<String, String> all = new LinkedHashMap<>(headers);
      all.put(more, value);
      return new Variant(name, body, all);
    }
  }

  private static Variant batch(String name, String kind, String ownKey, boolean atomic) {
    String operation =
        """
        [{"operationType":"%s","id":"i",%s"resourceBody":{"id":"i","pk":"%s"}}]\
        """
            .formatted(
                kind,
                ownKey.isEmpty() ? "" : "\"partitionKey\":\"[\\\"" + ownKey + "\\\"]\",",
                ownKey.isEmpty() ? "a" : ownKey);
    return new Variant(name, operation, KEY_A)
        .and(BATCH, "True")
        .and("x-ms-cosmos-batch-atomic", atomic ? "True" : "False");
  }

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("plain", ITEM, KEY_A),
          new Variant("no-key", ITEM, Map.of()),
          new Variant("key-b", ITEM, KEY_B),
          new Variant("upsert", ITEM, KEY_A).and("x-ms-documentdb-is-upsert", "True"),
          new Variant("trigger", ITEM, KEY_A).and("x-ms-documentdb-pre-trigger-include", "t"),
          new Variant("changes", ITEM, KEY_A).and("A-IM", "Incremental feed"),
          new Variant("changes-key-b", ITEM, KEY_B).and("A-IM", "Incremental feed"),
          new Variant("query", QUERY, KEY_A).and("x-ms-documentdb-isquery", "True"),
          new Variant("query-type", QUERY, KEY_A).and("Content-Type", "application/query+json"),
          new Variant("query-no-key", QUERY, Map.of())
              .and("x-ms-documentdb-isquery", "True")
              .and("x-ms-documentdb-query-enablecrosspartition", "True"),
          new Variant("query-key-b", QUERY, KEY_B).and("x-ms-documentdb-isquery", "True"),
          new Variant("query-all", ITEM, KEY_A)
              .and("x-ms-documentdb-isquery", "True")
              .and("x-ms-documentdb-is-upsert", "True")
              .and(BATCH, "True"),
          new Variant("plan", QUERY, Map.of()).and("x-ms-cosmos-is-query-plan-request", "True"),
          batch("bulk-read", "Read", "", false),
          batch("bulk-read-b", "Read", "b", false),
          batch("bulk-write", "Upsert", "", false),
          batch("bulk-write-b", "Upsert", "b", false),
          batch("batch-read", "Read", "", true),
          batch("batch-write", "Upsert", "", true),
          batch("batch-write-b", "Upsert", "b", true));

  /// `METHOD address [variant]: callers`. What is true of one address without a variant is true of
  /// all variants that are not named; `query` stands for all that ask for a query or a plan. Where
  /// nothing is said there is nothing to be had.
  private static final String TABLE =
      """
      GET / : everybody
      HEAD / : everybody
      GET /_explorer/index.html : everybody
      HEAD /_explorer/index.html : everybody

      GET /dbs : OWNER READER
      POST /dbs : OWNER
      POST /dbs query : OWNER READER
      GET /dbs/d : OWNER READER
      HEAD /dbs/d : OWNER READER
      DELETE /dbs/d : OWNER
      GET /dbs/d/colls : OWNER READER
      POST /dbs/d/colls : OWNER
      POST /dbs/d/colls query : OWNER READER
      GET /dbs/d/colls/c : OWNER READER tokens
      HEAD /dbs/d/colls/c : OWNER READER tokens
      PUT /dbs/d/colls/c : OWNER
      DELETE /dbs/d/colls/c : OWNER
      GET /dbs/d/colls/c/pkranges : OWNER READER tokens
      GET /dbs/d/colls/c/pkranges/0 : OWNER READER tokens
      GET /offers : OWNER READER
      POST /offers query : OWNER READER
      GET /offers/zzzz : OWNER READER
      HEAD /offers/zzzz : OWNER READER
      PUT /offers/zzzz : OWNER

      GET /dbs/d/users : OWNER READER
      POST /dbs/d/users : OWNER
      POST /dbs/d/users query : OWNER READER
      GET /dbs/d/users/u : OWNER READER
      HEAD /dbs/d/users/u : OWNER READER
      PUT /dbs/d/users/u : OWNER
      DELETE /dbs/d/users/u : OWNER
      GET /dbs/d/users/u/permissions : OWNER
      POST /dbs/d/users/u/permissions : OWNER
      GET /dbs/d/users/u/permissions/all : OWNER
      HEAD /dbs/d/users/u/permissions/all : OWNER
      PUT /dbs/d/users/u/permissions/all : OWNER
      DELETE /dbs/d/users/u/permissions/all : OWNER

      GET /dbs/d/clientencryptionkeys : OWNER READER
      POST /dbs/d/clientencryptionkeys : OWNER
      POST /dbs/d/clientencryptionkeys query : OWNER READER
      GET /dbs/d/clientencryptionkeys/k : OWNER READER
      HEAD /dbs/d/clientencryptionkeys/k : OWNER READER
      PUT /dbs/d/clientencryptionkeys/k : OWNER

      GET /dbs/d/colls/c/docs : keyed-readers
      GET /dbs/d/colls/c/docs no-key : readers
      GET /dbs/d/colls/c/docs key-b : readers
      GET /dbs/d/colls/c/docs changes-key-b : readers
      GET /dbs/d/colls/c/docs query-no-key : readers
      GET /dbs/d/colls/c/docs query-key-b : readers
      GET /dbs/d/colls/c/docs plan : readers
      POST /dbs/d/colls/c/docs : keyed-writers
      POST /dbs/d/colls/c/docs no-key : writers
      POST /dbs/d/colls/c/docs key-b : writers
      POST /dbs/d/colls/c/docs changes-key-b : writers
      POST /dbs/d/colls/c/docs query : keyed-readers
      POST /dbs/d/colls/c/docs query-no-key : readers
      POST /dbs/d/colls/c/docs query-key-b : readers
      POST /dbs/d/colls/c/docs plan : OWNER READER tokens
      POST /dbs/d/colls/c/docs bulk-read : keyed-readers
      POST /dbs/d/colls/c/docs bulk-read-b : readers
      POST /dbs/d/colls/c/docs bulk-write : keyed-writers
      POST /dbs/d/colls/c/docs bulk-write-b : writers
      POST /dbs/d/colls/c/docs batch-read : keyed-readers

      GET /dbs/d/colls/c/docs/i : keyed-readers ITEM_ALL ITEM_READ
      GET /dbs/d/colls/c/docs/i no-key : readers
      GET /dbs/d/colls/c/docs/i key-b : readers
      GET /dbs/d/colls/c/docs/i changes-key-b : readers
      GET /dbs/d/colls/c/docs/i query-no-key : readers
      GET /dbs/d/colls/c/docs/i query-key-b : readers
      GET /dbs/d/colls/c/docs/i plan : readers
      HEAD = GET /dbs/d/colls/c/docs/i
      PUT /dbs/d/colls/c/docs/i : keyed-writers ITEM_ALL
      PUT /dbs/d/colls/c/docs/i trigger : keyed-writers
      PUT /dbs/d/colls/c/docs/i no-key : writers
      PUT /dbs/d/colls/c/docs/i key-b : writers
      PUT /dbs/d/colls/c/docs/i changes-key-b : writers
      PUT /dbs/d/colls/c/docs/i query-no-key : writers
      PUT /dbs/d/colls/c/docs/i query-key-b : writers
      PUT /dbs/d/colls/c/docs/i plan : writers
      PATCH = PUT /dbs/d/colls/c/docs/i
      DELETE = PUT /dbs/d/colls/c/docs/i
      GET /dbs/d/colls/c/docs/j : keyed-readers
      GET /dbs/d/colls/c/docs/j no-key : readers
      GET /dbs/d/colls/c/docs/j key-b : readers
      GET /dbs/d/colls/c/docs/j changes-key-b : readers
      GET /dbs/d/colls/c/docs/j query-no-key : readers
      GET /dbs/d/colls/c/docs/j query-key-b : readers
      GET /dbs/d/colls/c/docs/j plan : readers
      HEAD = GET /dbs/d/colls/c/docs/j
      PUT /dbs/d/colls/c/docs/j : keyed-writers
      PUT /dbs/d/colls/c/docs/j no-key : writers
      PUT /dbs/d/colls/c/docs/j key-b : writers
      PUT /dbs/d/colls/c/docs/j changes-key-b : writers
      PUT /dbs/d/colls/c/docs/j query-no-key : writers
      PUT /dbs/d/colls/c/docs/j query-key-b : writers
      PUT /dbs/d/colls/c/docs/j plan : writers
      PATCH = PUT /dbs/d/colls/c/docs/j
      DELETE = PUT /dbs/d/colls/c/docs/j

      GET /dbs/d/colls/c/conflicts : keyed-readers
      GET /dbs/d/colls/c/conflicts no-key : readers
      GET /dbs/d/colls/c/conflicts key-b : readers
      GET /dbs/d/colls/c/conflicts changes-key-b : readers
      GET /dbs/d/colls/c/conflicts query-no-key : readers
      GET /dbs/d/colls/c/conflicts query-key-b : readers
      GET /dbs/d/colls/c/conflicts plan : readers
      POST /dbs/d/colls/c/conflicts query : keyed-readers
      POST /dbs/d/colls/c/conflicts query-no-key : readers
      POST /dbs/d/colls/c/conflicts query-key-b : readers
      POST /dbs/d/colls/c/conflicts plan : readers

      GET /dbs/d/colls/c/sprocs : readers
      POST /dbs/d/colls/c/sprocs : writers
      POST /dbs/d/colls/c/sprocs query : readers
      GET /dbs/d/colls/c/triggers : readers
      POST /dbs/d/colls/c/triggers : writers
      POST /dbs/d/colls/c/triggers query : readers
      GET /dbs/d/colls/c/udfs : readers
      POST /dbs/d/colls/c/udfs : writers
      POST /dbs/d/colls/c/udfs query : readers
      GET /dbs/d/colls/c/sprocs/p : readers PROCEDURE_ALL PROCEDURE_READ PROCEDURE_KEY
      HEAD /dbs/d/colls/c/sprocs/p : readers PROCEDURE_ALL PROCEDURE_READ PROCEDURE_KEY
      PUT /dbs/d/colls/c/sprocs/p : writers PROCEDURE_ALL
      DELETE /dbs/d/colls/c/sprocs/p : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p : keyed-writers PROCEDURE_ALL PROCEDURE_KEY
      POST /dbs/d/colls/c/sprocs/p no-key : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p key-b : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p changes-key-b : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p query-no-key : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p query-key-b : writers PROCEDURE_ALL
      POST /dbs/d/colls/c/sprocs/p plan : writers PROCEDURE_ALL
      GET /dbs/d/colls/c/triggers/t : readers
      HEAD /dbs/d/colls/c/triggers/t : readers
      PUT /dbs/d/colls/c/triggers/t : writers
      DELETE /dbs/d/colls/c/triggers/t : writers
      GET /dbs/d/colls/c/udfs/f : readers
      HEAD /dbs/d/colls/c/udfs/f : readers
      PUT /dbs/d/colls/c/udfs/f : writers
      DELETE /dbs/d/colls/c/udfs/f : writers

      POST /dbs/d/colls/c/operations/partitionkeydelete : keyed-writers
      POST /dbs/d/colls/c/operations/partitionkeydelete no-key : writers
      POST /dbs/d/colls/c/operations/partitionkeydelete key-b : writers
      POST /dbs/d/colls/c/operations/partitionkeydelete changes-key-b : writers
      POST /dbs/d/colls/c/operations/partitionkeydelete query-no-key : writers
      POST /dbs/d/colls/c/operations/partitionkeydelete query-key-b : writers
      POST /dbs/d/colls/c/operations/partitionkeydelete plan : writers
      """;

  private static final DoorBed BED = new DoorBed();
  private static final Map<Caller, Sender> SENDERS = new EnumMap<>(Caller.class);

  @BeforeAll
  static void prepare() {
    make("/dbs", "{\"id\":\"d\"}");
    make("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    make("/dbs/d/colls", "{\"id\":\"other\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    make("/dbs/d/colls/c/sprocs", "{\"id\":\"p\",\"body\":\"function p() {}\"}");
    make("/dbs/d/colls/c/udfs", "{\"id\":\"f\",\"body\":\"function f() {}\"}");
    make(
        "/dbs/d/colls/c/triggers",
        """
        {"id":"t","body":"function t() {}","triggerType":"Pre","triggerOperation":"All"}\
        """);
    make("/dbs/d/users", "{\"id\":\"u\"}");
    SENDERS.put(Caller.OWNER, DoorBed.OWNER);
    SENDERS.put(Caller.READER, BED.holder(AccountKeys.Name.SECONDARY_READ_ONLY));
    SENDERS.put(Caller.NOBODY, DoorClient.Sender.NOBODY);
    grant(Caller.ALL, "All", "dbs/d/colls/c", "");
    grant(Caller.READ, "Read", "dbs/d/colls/c", "");
    grant(Caller.KEY_ALL, "All", "dbs/d/colls/c", "[\"a\"]");
    grant(Caller.KEY_READ, "Read", "dbs/d/colls/c", "[\"a\"]");
    grant(Caller.ITEM_ALL, "All", "dbs/d/colls/c/docs/i", "[\"a\"]");
    grant(Caller.ITEM_READ, "Read", "dbs/d/colls/c/docs/i", "[\"a\"]");
    grant(Caller.ITEM_WITHOUT_KEY, "All", "dbs/d/colls/c/docs/i", "");
    grant(Caller.PROCEDURE_ALL, "All", "dbs/d/colls/c/sprocs/p", "");
    grant(Caller.PROCEDURE_READ, "Read", "dbs/d/colls/c/sprocs/p", "");
    grant(Caller.PROCEDURE_KEY, "All", "dbs/d/colls/c/sprocs/p", "[\"a\"]");
    grant(Caller.OTHER_CONTAINER, "All", "dbs/d/colls/other", "");
    grant(Caller.MISSING_CONTAINER, "All", "dbs/d/colls/missing", "");
  }

  @AfterAll
  static void close() {
    BED.close();
  }

  private static void make(String path, String body) {
    BED.post(path, body).require(201);
  }

  private static void grant(Caller caller, String mode, String resource, String key) {
    String name = caller.name().toLowerCase(Locale.ROOT);
    String body =
        "{\"id\":\"%s\",\"permissionMode\":\"%s\",\"resource\":\"%s\"%s}"
            .formatted(
                name, mode, resource, key.isEmpty() ? "" : ",\"resourcePartitionKey\":" + key);
    Reply reply = BED.post("/dbs/d/users/u/permissions", body).require(201);
    SENDERS.put(caller, DoorClient.Sender.holder(reply.member("_token")));
  }

  @Test
  void nobodyGetsFurtherThanTheTableSays() {
    Map<String, Set<Caller>> table = table();
    List<String> wrong = new ArrayList<>();
    for (String path : PATHS) {
      for (String method : METHODS) {
        for (Variant variant : VARIANTS) {
          check(table, method, path, variant, wrong);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static void check(
      Map<String, Set<Caller>> table,
      String method,
      String path,
      Variant variant,
      List<String> wrong) {
    Set<Caller> expected = expected(table, method + " " + path, variant.name());
    boolean changes = List.of("PUT", "PATCH", "DELETE").contains(method);
    Variant sent = changes ? variant.and("If-Match", "\"never\"") : variant;
    String[] headers =
        sent.headers().entrySet().stream()
            .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
            .toArray(String[]::new);
    for (Caller caller : Caller.values()) {
      Reply reply = BED.send(sender(caller), method, path, sent.body(), headers);
      boolean refused = reply.status() == 401 || reply.status() == 403;
      boolean nothing = expected.isEmpty() && reply.status() >= 400;
      if (reply.status() == 500 || (!nothing && refused == expected.contains(caller))) {
        wrong.add(
            "%s: %s %s %s -> %d %s"
                .formatted(caller, method, path, variant.name(), reply.status(), reply.body()));
      }
    }
  }

  private static Sender sender(Caller caller) {
    return Objects.requireNonNull(SENDERS.get(caller));
  }

  private static Set<Caller> expected(
      Map<String, Set<Caller>> table, String request, String variant) {
    Set<Caller> exact = table.get(request + " " + variant);
    if (exact != null) {
      return exact;
    }
    boolean query = variant.startsWith("query") || variant.equals("plan");
    Set<Caller> group = query ? table.get(request + " query") : null;
    return group != null ? group : table.getOrDefault(request, Set.of());
  }

  private static Map<String, Set<Caller>> table() {
    Map<String, Set<Caller>> table = new LinkedHashMap<>();
    for (String line : TABLE.lines().filter(each -> !each.isBlank()).toList()) {
      if (line.contains(" = ")) {
        String[] sides = line.split(" = ", -1);
        Map<String, Set<Caller>> same = new LinkedHashMap<>();
        table.forEach(
            (request, callers) -> {
              if ((request + " ").startsWith(sides[1] + " ")) {
                same.put(sides[0] + request.substring(request.indexOf(' ')), callers);
              }
            });
        table.putAll(same);
      } else {
        String[] sides = line.split(" : ", -1);
        assertThat(table.put(sides[0].strip(), callers(sides[1]))).as(line).isNull();
      }
    }
    return table;
  }

  private static Set<Caller> callers(String words) {
    Set<Caller> callers = new TreeSet<>();
    for (String word : words.split(" ", -1)) {
      for (String name : GROUPS.getOrDefault(word, word).split(" ", -1)) {
        callers.add(Caller.valueOf(name));
      }
    }
    return callers;
  }
}
