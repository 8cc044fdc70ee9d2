// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Stored procedures, triggers and functions by hand-made requests.
class ScriptRequestsTest {
  private static final String CREATE_MANY =
      """
      function (count, failAt) {
        var link = __.getSelfLink();
        for (var i = 0; i < count; i++) {
          if (i === failAt) throw new Error('stopped at ' + i);
          __.createDocument(link, { id: 'i' + i, pk: 'atomic' });
        }
      }
      """;

  private static final DoorBed DOOR = new DoorBed();
  private static SqlItems items;
  private static SqlScripts scripts;

  @BeforeAll
  static void start() {
    items = SqlItems.create(DOOR.http(), "scripted");
    scripts = new SqlScripts(items);
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static void assertStatus(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  private static HttpResponse<String> send(String method, String path, String... headers) {
    return items.client().send(method, items.container() + path, "", headers);
  }

  private static String member(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
    return matcher.group(1);
  }

  @Test
  void scriptsAreResources() {
    String body = "function () { return 1; }";
    for (String type : List.of("sprocs", "triggers", "udfs")) {
      String[] more =
          type.equals("triggers")
              ? new String[] {"\"triggerType\":\"Pre\"", "\"triggerOperation\":\"All\""}
              : new String[0];
      HttpResponse<String> made = scripts.store(type, "r", body, more);
      assertStatus(made, 201);
      assertThat(member(made.body(), "body")).isEqualTo(body);
      assertThat(member(made.body(), "_self")).contains("/" + type + "/");
      assertThat(header(made, "etag")).isNotEmpty();
      assertStatus(scripts.store(type, "r", body, more), 409);
      assertStatus(send("GET", "/" + type + "/r"), 200);
      assertStatus(send("GET", "/" + type + "/r", "If-None-Match", header(made, "etag")), 304);
      assertStatus(send("GET", "/" + type + "/none"), 404);
      assertThat(send("GET", "/" + type).body()).contains("\"id\":\"r\"");
      HttpResponse<String> found =
          items
              .client()
              .send(
                  "POST",
                  items.container() + "/" + type,
                  "{\"query\":\"SELECT * FROM r WHERE r.id = 'r'\"}",
                  "x-ms-documentdb-isquery",
                  "true",
                  "Content-Type",
                  "application/query+json");
      assertThat(found.body()).contains("\"_count\":1");
      if (more.length == 0) {
        assertStatus(scripts.replace(type, "r", body, "If-Match", "\"other\""), 412);
        HttpResponse<String> replaced = scripts.replace(type, "r", "function () {}");
        assertStatus(replaced, 200);
        assertThat(member(replaced.body(), "_rid")).isEqualTo(member(made.body(), "_rid"));
        assertThat(header(replaced, "etag")).isNotEqualTo(header(made, "etag"));
      }
      assertStatus(send("DELETE", "/" + type + "/r"), 204);
      assertStatus(send("DELETE", "/" + type + "/r"), 404);
    }
  }

  @Test
  void scriptsThatCannotWorkAreRefused() {
    assertStatus(scripts.store("sprocs", "bad", "function ("), 201);
    assertStatus(scripts.execute("bad", "[\"p\"]", "[]"), 400);
    assertStatus(scripts.store("triggers", "bad", "function () {}"), 400);
    assertStatus(items.client().send("POST", items.container() + "/udfs", "{\"id\":\"bad\"}"), 400);
    scripts.procedure("fine", "function () {}");
    assertStatus(scripts.execute("none", "[\"p\"]", "[]"), 404);
    assertStatus(scripts.execute("fine", "[\"p\"]", "{}"), 400);
    assertStatus(items.client().send("POST", items.container() + "/sprocs/fine", "[]"), 400);
    assertStatus(scripts.execute("fine", "[\"p\"]", ""), 200);
  }

  @Test
  void proceduresTakeArgumentsAndAnswer() {
    scripts.procedure(
        "echo",
        """
        function (a, b, c) {
          console.log('got %s', a);
          getContext().getResponse().setBody({ a: a, b: b, c: typeof c });
        }
        """);
    HttpResponse<String> done =
        scripts.execute(
            "echo",
            "[\"p\"]",
            "[\"ä\", {\"x\": [1.5]}]",
            "x-ms-documentdb-script-enable-logging",
            "true");
    assertStatus(done, 200);
    assertThat(done.body()).isEqualTo("{\"a\":\"ä\",\"b\":{\"x\":[1.5]},\"c\":\"undefined\"}");
    assertThat(
            URLDecoder.decode(
                header(done, "x-ms-documentdb-script-log-results"), StandardCharsets.UTF_8))
        .isEqualTo("got ä");
    assertThat(header(done, "x-ms-request-charge")).isNotEmpty();
    assertThat(header(done, "x-ms-session-token")).isNotEmpty();
    assertThat(header(done, "x-ms-alt-content-path")).isEqualTo("dbs/d/colls/scripted");
  }

  @Test
  void failuresTellWhatTheScriptSaid() {
    scripts.procedure("fails", "function () { console.log('here'); throw new Error('my own'); }");
    HttpResponse<String> failed =
        scripts.execute("fails", "[\"p\"]", "[]", "x-ms-documentdb-script-enable-logging", "true");
    assertStatus(failed, 400);
    assertThat(failed.body()).contains("Error: my own").contains("\"code\":\"BadRequest\"");
    assertThat(header(failed, "x-ms-documentdb-script-log-results")).isEqualTo("here");
  }

  @Test
  void itemsThatWereWrittenAnswerAsTheyAreStored() {
    scripts.procedure(
        "writes",
        """
        function () {
          var first;
          __.createDocument(__.getSelfLink(), { id: 'w', pk: 'w', n: 1 }, function (err, made) {
            if (err) throw err;
            first = made;
            made.n = 2;
            __.replaceDocument(made._self, made, { etag: made._etag }, function (err, replaced) {
              if (err) throw err;
              if (replaced._etag === first._etag) throw new Error('same etag');
              if (replaced._rid !== first._rid) throw new Error('another rid');
              __.response.setBody(replaced);
            });
          });
        }
        """);
    String answered = scripts.run("writes", "[\"w\"]", "[]");
    String stored = items.read("[\"w\"]", "w").body();
    for (String name : List.of("_rid", "_self", "_etag")) {
      assertThat(member(answered, name)).isEqualTo(member(stored, name));
    }
    assertThat(stored).contains("\"n\":2");
    HttpResponse<String> next =
        items.replace(
            "[\"w\"]",
            "w",
            "{\"id\":\"w\",\"pk\":\"w\"}",
            "If-Match",
            member(answered, "_etag").replace("\\", ""));
    assertStatus(next, 200);
  }

  @Test
  void itemsWithProvisionalPropertiesInsideAreRefused() {
    scripts.procedure(
        "nests",
        """
        function () {
          __.createDocument(__.getSelfLink(), { id: 'n1', pk: 'n' }, function (err, made) {
            __.createDocument(__.getSelfLink(), { id: 'n2', pk: 'n', inner: made });
          });
        }
        """);
    HttpResponse<String> refused = scripts.execute("nests", "[\"n\"]", "[]");
    assertStatus(refused, 400);
    assertThat(refused.body()).contains("not known before its end");
    assertStatus(items.read("[\"n\"]", "n1"), 404);
  }

  /// Whatever the number of writes before the failure: nothing of them is left.
  @Test
  void failedProceduresLeaveNothing() {
    scripts.procedure("createMany", CREATE_MANY);
    for (int n = 0; n <= 10; n++) {
      assertStatus(
          scripts.execute("createMany", "[\"atomic\"]", "[10, %d]".formatted(n)),
          n < 10 ? 400 : 200);
      for (int i = 0; i < 10; i++) {
        assertStatus(items.read("[\"atomic\"]", "i" + i), n < 10 ? 404 : 200);
      }
    }
  }

  @Test
  void itemsOfOtherPartitionKeysAreOutOfReach() {
    scripts.procedure(
        "strays", "function () { __.createDocument(__.getSelfLink(), { id: 'x', pk: 'b' }); }");
    HttpResponse<String> refused = scripts.execute("strays", "[\"a\"]", "[]");
    assertStatus(refused, 400);
    assertThat(refused.body()).contains("PartitionKey extracted from document");
    scripts.procedure(
        "leaves", "function () { __.createDocument('dbs/d/colls/other', { id: 'x', pk: 'a' }); }");
    assertStatus(scripts.execute("leaves", "[\"a\"]", "[]"), 400);
  }

  @Test
  void runawayProceduresEndAndLeaveNothing() {
    scripts.procedure(
        "endless",
        "function () { __.createDocument(__.getSelfLink(), { id: 'e', pk: 'e' }); while (true) {}"
            + " }");
    HttpResponse<String> stopped = scripts.execute("endless", "[\"e\"]", "[]");
    assertStatus(stopped, 408);
    assertThat(stopped.body()).contains("did not end within 5.0 seconds");
    assertStatus(items.read("[\"e\"]", "e"), 404);
    scripts.procedure("alive", "function () { __.response.setBody(1); }");
    assertThat(scripts.run("alive", "[\"e\"]", "[]")).isEqualTo("1");
  }

  @Test
  void preTriggersChangeWhatIsWritten() {
    scripts.trigger(
        "stamp",
        "Pre",
        "Create",
        """
        function () {
          var request = getContext().getRequest();
          var item = request.getBody();
          item.stamped = request.getOperationType();
          request.setBody(item);
        }
        """);
    HttpResponse<String> made =
        items.create(
            "[\"t\"]",
            "{\"id\":\"pre\",\"pk\":\"t\"}",
            "x-ms-documentdb-pre-trigger-include",
            "stamp");
    assertStatus(made, 201);
    assertThat(made.body()).contains("\"stamped\":\"Create\"");
    HttpResponse<String> stored = items.read("[\"t\"]", "pre");
    assertThat(stored.body()).isEqualTo(made.body());
    assertThat(header(stored, "etag")).isEqualTo(header(made, "etag"));
    assertStatus(
        items.replace(
            "[\"t\"]",
            "pre",
            "{\"id\":\"pre\",\"pk\":\"t\"}",
            "x-ms-documentdb-pre-trigger-include",
            "stamp"),
        400);
    assertStatus(
        items.create(
            "[\"t\"]",
            "{\"id\":\"pre2\",\"pk\":\"t\"}",
            "x-ms-documentdb-post-trigger-include",
            "stamp"),
        400);
  }

  @Test
  void postTriggersShareTheTransaction() {
    scripts.trigger(
        "count",
        "Post",
        "All",
        """
        function () {
          var made = getContext().getResponse().getBody();
          if (made.refuse) throw new Error('refused behind');
          var link = __.getAltLink() + '/docs/total';
          __.readDocument(link, function (err, total) {
            if (err && err.number !== ErrorCodes.NOT_FOUND) throw err;
            __.upsertDocument(__.getSelfLink(), { id: 'total', pk: 'post', n: (total ? total.n : 0) + 1 });
          });
        }
        """);
    String header = "x-ms-documentdb-post-trigger-include";
    for (int i = 0; i < 3; i++) {
      assertStatus(
          items.create(
              "[\"post\"]", "{\"id\":\"p%d\",\"pk\":\"post\"}".formatted(i), header, "count"),
          201);
    }
    assertStatus(
        items.upsert("[\"post\"]", "{\"id\":\"p0\",\"pk\":\"post\",\"x\":1}", header, "count"),
        200);
    assertThat(items.read("[\"post\"]", "total").body()).contains("\"n\":4");
    HttpResponse<String> refused =
        items.create(
            "[\"post\"]", "{\"id\":\"bad\",\"pk\":\"post\",\"refuse\":true}", header, "count");
    assertStatus(refused, 400);
    assertThat(refused.body()).contains("refused behind");
    assertStatus(items.read("[\"post\"]", "bad"), 404);
    assertThat(items.read("[\"post\"]", "total").body()).contains("\"n\":4");
  }

  @Test
  void deletesHaveTriggersToo() {
    scripts.trigger(
        "archive",
        "Pre",
        "Delete",
        """
        function () {
          __.createDocument(__.getSelfLink(), { id: 'archived', pk: 'del' });
        }
        """);
    assertStatus(items.create("[\"del\"]", "{\"id\":\"d\",\"pk\":\"del\"}"), 201);
    assertStatus(
        items.delete("[\"del\"]", "d", "x-ms-documentdb-pre-trigger-include", "archive"), 204);
    assertStatus(items.read("[\"del\"]", "d"), 404);
    assertStatus(items.read("[\"del\"]", "archived"), 200);
  }

  /// Triggers say for which operations they are; a patch and a batch are none of those.
  @Test
  void patchesAndBatchesHaveNoTriggers() {
    scripts.trigger("any", "Pre", "All", "function () {}");
    assertStatus(items.create("[\"p\"]", "{\"id\":\"patched\",\"pk\":\"p\"}"), 201);
    for (String header :
        List.of("x-ms-documentdb-pre-trigger-include", "x-ms-documentdb-post-trigger-include")) {
      HttpResponse<String> patch =
          items.patch(
              "[\"p\"]",
              "patched",
              "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]",
              header,
              "any");
      assertStatus(patch, 400);
      assertThat(patch.body()).contains("not with a patch");
      HttpResponse<String> batch =
          items.post(
              "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"b\",\"pk\":\"p\"}}]",
              SqlItems.KEY,
              "[\"p\"]",
              "x-ms-cosmos-is-batch-request",
              "true",
              "x-ms-cosmos-batch-atomic",
              "true",
              header,
              "any");
      assertStatus(batch, 400);
      assertThat(batch.body()).contains("not with a batch");
    }
    assertThat(items.read("[\"p\"]", "patched").body()).doesNotContain("\"n\"");
    assertStatus(items.read("[\"p\"]", "b"), 404);
  }

  @Test
  void operationsTakeOptions() {
    scripts.procedure(
        "options",
        """
        function () {
          var link = __.getSelfLink();
          var seen = {};
          __.createDocument(link, { pk: 'o' }, function (err, made) { seen.id = made.id.length; });
          __.createDocument(link, { pk: 'o' }, { disableAutomaticIdGeneration: true },
            function (err) { seen.without = err.number; });
          __.createDocument(link, { id: 'out', pk: 'o', n: 8 }, { indexAction: 'exclude' },
            function (err) { if (err) throw err; });
          __.createDocument(link, { id: 'no', pk: 'o' }, { indexAction: 'maybe' },
            function (err) { seen.maybe = err.number; });
          __.upsertDocument(link, { id: 'in', pk: 'o', n: 7 }, { indexAction: 'include' },
            function (err, made) {
              if (err) throw err;
              __.deleteDocument(made._self, { etag: '"other"' }, function (err) { seen.del = err.number; });
              __.readDocument(__.getAltLink() + '/docs/in', function (err, read) {
                seen.same = read._self === made._self;
                __.replaceDocument(read._self, read, { etag: read._etag, indexAction: 'default' }, tell);
              });
            });

          function tell(err) {
            if (err) throw err;
            var options = { enableScan: true, enableLowPrecisionOrderBy: true, pageSize: 1 };
            __.queryDocuments(link, 'SELECT VALUE c.id FROM c WHERE c.n = 7 OR c.n = 8 ORDER BY c.id', options,
              function (err, ids, more) {
                if (err) throw err;
                seen.ids = ids;
                seen.more = typeof more.continuation;
                __.response.setBody(seen);
              });
          }
        }
        """);
    assertThat(scripts.run("options", "[\"o\"]", "[]"))
        .isEqualTo(
            "{\"id\":36,\"without\":400,\"maybe\":400,\"del\":412,\"same\":true,\"ids\":[\"in\"],\"more\":\"string\"}");
    assertStatus(items.read("[\"o\"]", "out"), 200);
  }
}
