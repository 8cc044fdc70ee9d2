// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.sql.SqlItems;
import io.orrery.testkit.sql.SqlScripts;
import java.net.http.HttpResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The jobs that the service's public sample scripts do, done by scripts of our own: import, count,
/// say hello, delete, sum, update, normalise, keep metadata, keep unique, compute tax.
class ScriptJobsTest {
  private static final String PRE = "x-ms-documentdb-pre-trigger-include";
  private static final String POST = "x-ms-documentdb-post-trigger-include";

  private static final DoorBed DOOR = new DoorBed();
  private static SqlItems items;
  private static SqlScripts scripts;

  @BeforeAll
  static void start() {
    items = SqlItems.create(DOOR.http(), "jobs");
    scripts = new SqlScripts(items);
    scripts.procedure("import", IMPORT);
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static void assertStatus(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  private static void fill(String key, int count) {
    String documents =
        IntStream.range(0, count)
            .mapToObj(i -> "{\"id\":\"i%04d\",\"pk\":\"%s\",\"n\":%d}".formatted(i, key, i))
            .collect(Collectors.joining(","));
    assertThat(scripts.run("import", "[\"" + key + "\"]", "[[" + documents + "]]"))
        .isEqualTo(Integer.toString(count));
  }

  /// One item after the other, each when the one before is there; tells how many.
  private static final String IMPORT =
      """
      function bulkImport(documents) {
        if (!documents) throw new Error('There is nothing to import.');
        const collection = getContext().getCollection();
        let count = 0;
        next();

        function next() {
          if (count === documents.length) return tell();
          const accepted = collection.createDocument(
            collection.getSelfLink(), documents[count], (err) => {
              if (err) throw err;
              count++;
              next();
            });
          if (!accepted) tell();
        }

        function tell() {
          getContext().getResponse().setBody(count);
        }
      }
      """;

  @Test
  void importsAll() {
    fill("import", 500);
    assertStatus(items.read("[\"import\"]", "i0499"), 200);
    HttpResponse<String> again =
        scripts.execute(
            "import",
            "[\"import\"]",
            "[[{\"id\":\"new\",\"pk\":\"import\"},{\"id\":\"i0000\",\"pk\":\"import\"}]]");
    assertStatus(again, 400);
    assertStatus(items.read("[\"import\"]", "new"), 404);
  }

  @Test
  void importsAsMuchAsFits() {
    String documents =
        IntStream.range(0, 5000)
            .mapToObj("{\"id\":\"i%d\",\"pk\":\"much\"}"::formatted)
            .collect(Collectors.joining(","));
    int done = Integer.parseInt(scripts.run("import", "[\"much\"]", "[[" + documents + "]]"));
    assertThat(done).isPositive().isLessThan(5000);
    assertStatus(items.read("[\"much\"]", "i" + (done - 1)), 200);
    assertStatus(items.read("[\"much\"]", "i" + done), 404);
  }

  @Test
  void countsWithAFilterAndGoesOnLater() {
    fill("count", 250);
    scripts.procedure(
        "count",
        """
        function count(filter, continuation, pages) {
          const collection = getContext().getCollection();
          let total = 0;
          page(continuation);

          function page(token) {
            const options = { continuation: token, pageSize: 50 };
            const accepted = collection.queryDocuments(
              collection.getSelfLink(), filter, options, (err, rows, more) => {
                if (err) throw err;
                total += rows.length;
                if (more.continuation && --pages > 0) page(more.continuation);
                else tell(more.continuation);
              });
            if (!accepted) tell(token);
          }

          function tell(token) {
            getContext().getResponse().setBody({ total: total, continuation: token });
          }
        }
        """);
    String query = "\"SELECT c.id FROM c WHERE c.n >= 30\"";
    assertThat(scripts.run("count", "[\"count\"]", "[" + query + ",null,100]"))
        .isEqualTo("{\"total\":220}");
    String first = scripts.run("count", "[\"count\"]", "[" + query + ",null,2]");
    assertThat(first).startsWith("{\"total\":100,\"continuation\":\"");
    String token = first.replaceAll(".*\"continuation\":\"([^\"]*)\".*", "$1");
    assertThat(scripts.run("count", "[\"count\"]", "[" + query + ",\"" + token + "\",100]"))
        .isEqualTo("{\"total\":120}");
  }

  @Test
  void saysHelloWithTheFirstItem() {
    fill("hello", 1);
    scripts.procedure(
        "hello",
        """
        function hello(prefix) {
          const collection = getContext().getCollection();
          const accepted = collection.queryDocuments(
            collection.getSelfLink(), 'SELECT * FROM root r', {}, (err, feed) => {
              if (err) throw err;
              getContext().getResponse().setBody(feed.length ? prefix + feed[0].id : 'nothing');
            });
          if (!accepted) throw new Error('The query was not accepted.');
        }
        """);
    assertThat(scripts.run("hello", "[\"hello\"]", "[\"Hello \"]")).isEqualTo("\"Hello i0000\"");
    assertThat(scripts.run("hello", "[\"nobody\"]", "[\"Hello \"]")).isEqualTo("\"nothing\"");
  }

  @Test
  void deletesWhatAQueryFinds() {
    fill("delete", 300);
    scripts.procedure(
        "deleteAll",
        """
        function deleteAll(query) {
          const collection = getContext().getCollection();
          const result = { deleted: 0, more: true };
          page();

          function page(continuation) {
            const accepted = collection.queryDocuments(
              collection.getSelfLink(), query, { continuation }, (err, found, options) => {
                if (err) throw err;
                if (found.length) remove(found);
                else if (options.continuation) page(options.continuation);
                else { result.more = false; tell(); }
              });
            if (!accepted) tell();
          }

          function remove(found) {
            if (!found.length) return page();
            const accepted = collection.deleteDocument(found[0]._self, {}, (err) => {
              if (err) throw err;
              result.deleted++;
              remove(found.slice(1));
            });
            if (!accepted) tell();
          }

          function tell() {
            getContext().getResponse().setBody(result);
          }
        }
        """);
    assertThat(
            scripts.run("deleteAll", "[\"delete\"]", "[\"SELECT c._self FROM c WHERE c.n < 250\"]"))
        .isEqualTo("{\"deleted\":250,\"more\":false}");
    assertStatus(items.read("[\"delete\"]", "i0249"), 404);
    assertStatus(items.read("[\"delete\"]", "i0250"), 200);
  }

  @Test
  void sumsAProperty() {
    fill("sum", 100);
    scripts.procedure(
        "sum",
        """
        function sum(name) {
          const result = __.map((item) => item[name], { pageSize: -1 }, (err, values) => {
            if (err) throw err;
            __.response.setBody(values.reduce((a, b) => a + b, 0));
          });
          if (!result.isAccepted) throw new Error('not accepted');
        }
        """);
    assertThat(scripts.run("sum", "[\"sum\"]", "[\"n\"]")).isEqualTo("4950");
    scripts.procedure(
        "sumInQuery",
        """
        function sumInQuery() {
          __.queryDocuments(__.getSelfLink(),
            { query: 'SELECT VALUE SUM(c.n) FROM c WHERE c.n < @max',
              parameters: [{ name: '@max', value: 10 }] },
            (err, rows) => { if (err) throw err; __.response.setBody(rows); });
        }
        """);
    assertThat(scripts.run("sumInQuery", "[\"sum\"]", "[]")).isEqualTo("[45]");
  }

  @Test
  void updatesByOperators() {
    fill("update", 1);
    scripts.procedure(
        "update",
        """
        function update(id, change) {
          if (!id || !change) throw new Error('Both parameters are needed.');
          const collection = getContext().getCollection();
          const query = { query: 'SELECT * FROM root r WHERE r.id = @id',
                          parameters: [{ name: '@id', value: id }] };
          collection.queryDocuments(collection.getSelfLink(), query, (err, found) => {
            if (err) throw err;
            if (!found.length) throw new Error('There is no item ' + id + '.');
            const item = found[0];
            for (const [name, by] of Object.entries(change.$inc || {})) item[name] += by;
            for (const [name, value] of Object.entries(change.$set || {})) item[name] = value;
            for (const name of Object.keys(change.$unset || {})) delete item[name];
            for (const [name, value] of Object.entries(change.$push || {})) {
              (item[name] = item[name] || []).push(value);
            }
            const accepted = collection.replaceDocument(item._self, item, { etag: item._etag }, (err, saved) => {
              if (err) throw err;
              getContext().getResponse().setBody(saved);
            });
            if (!accepted) throw new Error('The replacement was not accepted.');
          });
        }
        """);
    String changed =
        scripts.run(
            "update",
            "[\"update\"]",
            "[\"i0000\",{\"$inc\":{\"n\":5},\"$set\":{\"name\":\"x\"},\"$push\":{\"tags\":1}}]");
    assertThat(changed).contains("\"n\":5", "\"name\":\"x\"", "\"tags\":[1]");
    assertThat(items.read("[\"update\"]", "i0000").body()).isEqualTo(changed);
    assertStatus(scripts.execute("update", "[\"update\"]", "[\"none\",{}]"), 400);
  }

  @Test
  void normalisesBeforeItIsWritten() {
    scripts.trigger(
        "normalise",
        "Pre",
        "All",
        """
        function normalise() {
          const request = getContext().getRequest();
          const schedule = request.getBody();
          const days = {};
          for (const day of Object.keys(schedule.days || {})) days[day.slice(0, 3).toUpperCase()] = schedule.days[day];
          schedule.days = days;
          request.setBody(schedule);
        }
        """);
    HttpResponse<String> made =
        items.create(
            "[\"norm\"]",
            "{\"id\":\"s\",\"pk\":\"norm\",\"days\":{\"monday\":1,\"Friday\":2}}",
            PRE,
            "normalise");
    assertStatus(made, 201);
    assertThat(made.body()).contains("\"days\":{\"MON\":1,\"FRI\":2}");
  }

  @Test
  void keepsMetadataOfWhatIsWritten() {
    assertStatus(
        items.create("[\"meta\"]", "{\"id\":\"meta\",\"pk\":\"meta\",\"isMeta\":true,\"max\":0}"),
        201);
    scripts.trigger(
        "metadata",
        "Post",
        "All",
        """
        function metadata() {
          const collection = getContext().getCollection();
          const made = getContext().getResponse().getBody();
          if (made.isMeta) return;
          const accepted = collection.queryDocuments(
            collection.getSelfLink(), 'SELECT * FROM root r WHERE r.isMeta = true', (err, found) => {
              if (err) throw err;
              if (found.length !== 1) throw new Error('The metadata was not found.');
              const meta = found[0];
              meta.max = Math.max(meta.max, made.size);
              collection.replaceDocument(meta._self, meta, (err) => { if (err) throw err; });
            });
          if (!accepted) throw new Error('The metadata cannot be updated, so nothing is.');
        }
        """);
    for (int size : new int[] {3, 9, 5}) {
      assertStatus(
          items.create(
              "[\"meta\"]",
              "{\"id\":\"m%d\",\"pk\":\"meta\",\"size\":%d}".formatted(size, size),
              POST,
              "metadata"),
          201);
    }
    assertThat(items.read("[\"meta\"]", "meta").body()).contains("\"max\":9");
  }

  @Test
  void keepsAPropertyUnique() {
    scripts.trigger(
        "unique",
        "Pre",
        "Create",
        """
        function unique() {
          const collection = getContext().getCollection();
          const item = getContext().getRequest().getBody();
          const query = { query: 'SELECT VALUE COUNT(1) FROM c WHERE c.email = @email',
                          parameters: [{ name: '@email', value: item.email }] };
          collection.queryDocuments(collection.getSelfLink(), query, (err, counts) => {
            if (err) throw err;
            if (counts[0] > 0) throw new Error('The email ' + item.email + ' is taken.');
          });
        }
        """);
    String body = "{\"id\":\"%s\",\"pk\":\"uniq\",\"email\":\"%s\"}";
    assertStatus(items.create("[\"uniq\"]", body.formatted("1", "a@b"), PRE, "unique"), 201);
    HttpResponse<String> taken =
        items.create("[\"uniq\"]", body.formatted("2", "a@b"), PRE, "unique");
    assertStatus(taken, 400);
    assertThat(taken.body()).contains("The email a@b is taken.");
    assertStatus(items.create("[\"uniq\"]", body.formatted("2", "c@d"), PRE, "unique"), 201);
  }

  @Test
  void seesItsOwnWritesInQueries() {
    scripts.procedure(
        "own",
        """
        function own() {
          const link = __.getSelfLink();
          __.createDocument(link, { id: 'a', pk: 'own', n: 1 });
          __.createDocument(link, { id: 'b', pk: 'own', n: 2 }, (err, b) => {
            __.deleteDocument(b._self);
            __.queryDocuments(link, 'SELECT VALUE c.id FROM c ORDER BY c.n DESC', (err, rows) => {
              if (err) throw err;
              __.response.setBody(rows);
            });
          });
        }
        """);
    assertThat(scripts.run("own", "[\"own\"]", "[]")).isEqualTo("[\"a\"]");
    assertStatus(items.read("[\"own\"]", "b"), 404);
  }

  @Test
  void computesTaxInQueries() {
    assertStatus(
        scripts.store(
            "udfs",
            "tax",
            """
            function tax(income) {
              if (income === undefined) throw new Error('no input');
              if (income < 1000) return income * 0.1;
              return income < 10000 ? income * 0.2 : income * 0.4;
            }
            """),
        201);
    for (int income : new int[] {500, 2000, 20000}) {
      assertStatus(
          items.create(
              "[\"tax\"]",
              "{\"id\":\"%d\",\"pk\":\"tax\",\"income\":%d}".formatted(income, income)),
          201);
    }
    HttpResponse<String> rows =
        items.post(
            "{\"query\":\"SELECT VALUE udf.tax(c.income) FROM c WHERE udf.tax(c.income) > 100 ORDER"
                + " BY c.income\"}",
            SqlItems.KEY,
            "[\"tax\"]",
            "x-ms-documentdb-isquery",
            "true",
            "Content-Type",
            "application/query+json");
    assertStatus(rows, 200);
    assertThat(rows.body()).contains("\"Documents\":[400,8000]");
  }
}
