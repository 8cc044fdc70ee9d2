// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.api.sql.DoorBed.CONTAINER;
import static io.orrery.api.sql.DoorBed.DOCS;
import static io.orrery.api.sql.DoorBed.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the service says where programs look for it, word by word.
class ServiceSentencesTest {
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
    bed.post(DOCS, "{\"id\":\"known\",\"pk\":\"a\",\"n\":1,\"list\":[1]}", key("a")).require(201);
    bed.createContainer(
            """
            {"id":"levels","partitionKey":{"paths":["/city","/zip"],"kind":"MultiHash"},
             "uniqueKeyPolicy":{"uniqueKeys":[{"paths":["/name"]}]}}
            """)
        .require(201);
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {DOCS + "/missing", CONTAINER + "/sprocs/missing", "/dbs/missing"})
  void whatIsNotThere(String path) {
    assertThat(bed.get(path, key("a")).error())
        .startsWith(
            "404 Entity with the specified id does not exist in the system. Resource Not Found.");
  }

  @Test
  void owner() {
    Reply reply = bed.get("/dbs/shop/colls/missing/docs/1", key("a"));
    assertThat(reply.error()).contains("Resource Not Found", "Owner resource does not exist");
    assertThat(reply.header("x-ms-substatus")).isEqualTo("1003");
  }

  @Test
  void conflict() {
    assertThat(bed.post(DOCS, "{\"id\":\"known\",\"pk\":\"a\"}", key("a")).error())
        .startsWith("409 Entity with the specified id already exists in the system.")
        .contains("Resource with specified id or name already exists.");
  }

  @Test
  void precondition() {
    String body = "{\"id\":\"known\",\"pk\":\"a\"}";
    String[] headers = {KEY, "[\"a\"]", "If-Match", "\"other\""};
    assertThat(bed.send("PUT", DOCS + "/known", body, headers).error())
        .startsWith("412 One of the specified pre-condition is not met");
    assertThat(bed.send("DELETE", CONTAINER, "", "If-Match", "\"other\"").error())
        .startsWith("412 One of the specified pre-condition is not met");
  }

  @Test
  void uniqueKey() {
    String docs = "/dbs/shop/colls/levels/docs";
    String item = "{\"id\":\"%s\",\"city\":\"x\",\"zip\":1,\"name\":\"n\"}";
    bed.post(docs, item.formatted("1"), KEY, "[\"x\",1]").require(201);
    assertThat(bed.post(docs, item.formatted("2"), KEY, "[\"x\",1]").error())
        .startsWith("409 Unique index constraint violation.");
  }

  @Test
  void keysThatAreNotTheItems() {
    Reply other = bed.post(DOCS, "{\"id\":\"2\",\"pk\":\"b\"}", key("a"));
    assertThat(other.error())
        .startsWith(
            "400 PartitionKey extracted from document doesn't match the one specified in the"
                + " header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value");
    assertThat(other.header("x-ms-substatus")).isEqualTo("1001");
    String provided =
        "400 Partition key provided either doesn't correspond to definition in the collection or"
            + " doesn't match partition key field values specified in the document.";
    assertThat(bed.get(DOCS + "/known", KEY, "[\"a\",\"b\"]").error()).startsWith(provided);
    String docs = "/dbs/shop/colls/levels/docs";
    String whole = "{\"id\":\"9\",\"city\":\"x\",\"zip\":1}";
    Reply prefix = bed.post(docs, whole, KEY, "[\"x\"]");
    assertThat(prefix.error()).startsWith(provided);
    assertThat(prefix.header("x-ms-substatus")).isEqualTo("1001");
    assertThat(bed.get(docs + "/9", KEY, "[\"x\"]").error()).startsWith(provided);
    assertThat(bed.post(docs, "{\"id\":\"9\",\"city\":\"x\"}", KEY, "[\"x\"]").error())
        .startsWith("400 PartitionKey extracted from document doesn't match");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'[\"/a\",\"/b\",\"/c\",\"/d\"]' | Too many partition key paths (4) specified. A maximum of"
            + " 3 is allowed.",
        "'[\"id\",\"/b\"]' | The partition key component definition path 'id' could not be"
            + " accepted, failed near position '0'.",
        "'[\"/id ds\"]' | The partition key component definition path '/id ds' could not be"
            + " accepted",
        "'[\"/id ds\"]' | Partition key paths must contain only valid characters and not contain a"
            + " trailing slash or wildcard character",
        "'[\"/id/\"]' | Partition key paths must contain only valid characters and not contain a"
            + " trailing slash or wildcard character",
        "'[\"/a/*\"]' | Partition key paths must contain only valid characters and not contain a"
            + " trailing slash or wildcard character",
      })
  void partitionKeyPaths(String paths, String sentence) {
    Reply reply =
        bed.createContainer("{\"id\":\"wrong\",\"partitionKey\":{\"paths\":" + paths + "}}");
    assertThat(reply.error()).startsWith("400 ").contains(sentence);
  }

  @Test
  void pathsMayHaveSpaceInQuotes() {
    bed.createContainer("{\"id\":\"quoted\",\"partitionKey\":{\"paths\":[\"/\\\"id ds\\\"\"]}}")
        .require(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add | /missing/x | no path found beyond: 'missing'.",
        "set | /n/x | no path found beyond: 'n'.",
        "replace | /list/0/x/y | no path found beyond: 'list/0'.",
        "replace | /missing | Node(/missing) to be replaced is absent.",
        "remove | /missing | Node(/missing) to be removed is absent.",
        "add | /list/7 | Index(7) to operate on is out of array bounds",
        "incr | /list | Node(/list) is not a number.",
      })
  void patch(String operation, String path, String sentence) {
    String body =
        "[{\"op\":\"set\",\"path\":\"/m\",\"value\":1},{\"op\":\"%s\",\"path\":\"%s\",\"value\":1}]"
            .formatted(operation, path);
    assertThat(bed.send("PATCH", DOCS + "/known", body, key("a")).error())
        .startsWith("400 For Operation(2): ")
        .contains(sentence);
  }

  @Test
  void sizes() {
    String text = "x".repeat(2 << 20);
    Reply item = bed.post(DOCS, "{\"id\":\"big\",\"pk\":\"a\",\"t\":\"" + text + "\"}", key("a"));
    String sentence = "413 Message: {\"Errors\":[\"Request size is too large\"]}\r\n";
    assertThat(item.error()).startsWith(sentence);
    String operations =
        "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"big\",\"pk\":\"a\",\"t\":\"%s\"}}]"
            .formatted(text);
    Reply batch =
        bed.post(DOCS, operations, KEY, "[\"a\"]", "x-ms-cosmos-is-batch-request", "true");
    assertThat(batch.error()).startsWith(sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {DOCS, "/dbs", "/dbs/shop/colls", CONTAINER + "/udfs"})
  void continuations(String feed) {
    assertThat(bed.get(feed, "x-ms-continuation", "ju%nk").error())
        .startsWith("400 Invalid Continuation Token");
  }

  @Test
  void continuationsOfTheChangeFeed() {
    assertThat(bed.get(DOCS, "A-IM", "Incremental Feed", "If-None-Match", "\"junk\"").error())
        .startsWith("400 Invalid Continuation Token");
  }

  @Test
  void logsOfScriptsAreEncodedAsAWhole() {
    String body = "function () { console.log('The value of x is 1/ü.'); }";
    bed.post(CONTAINER + "/sprocs", "{\"id\":\"log\",\"body\":\"" + body + "\"}").require(201);
    Reply reply =
        bed.post(
            CONTAINER + "/sprocs/log",
            "[]",
            KEY,
            "[\"a\"]",
            "x-ms-documentdb-script-enable-logging",
            "true");
    assertThat(reply.header("x-ms-documentdb-script-log-results"))
        .startsWith("The%20value%20of%20x%20is%201%2F%C3%BC.");
  }

  @Test
  void headersOfContainers() {
    Reply reply = bed.get(CONTAINER, "x-ms-documentdb-populatequotainfo", "true").require(200);
    assertThat(reply.hasHeader("x-ms-documentdb-collection-lazy-indexing-progress")).isFalse();
    assertThat(reply.header("x-ms-documentdb-collection-index-transformation-progress"))
        .isEqualTo("100");
    assertThat(reply.header("x-ms-resource-quota")).contains("collectionSize=10485760;");
  }
}
