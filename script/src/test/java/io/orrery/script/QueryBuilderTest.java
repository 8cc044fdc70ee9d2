// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The query builder `__`, over four items.
class QueryBuilderTest {
  private final MemoryHost host = new MemoryHost();

  @BeforeEach
  void fill() {
    for (String item :
        new String[] {
          "{\"id\":\"a\",\"n\":3,\"tags\":[\"x\",\"y\"]}",
          "{\"id\":\"b\",\"n\":1,\"tags\":[[\"z\"]]}",
          "{\"id\":\"c\",\"n\":2}",
          "{\"id\":\"d\",\"n\":1,\"tags\":[]}"
        }) {
      String _ = host.create("", item, new ScriptHost.Options("{}"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "__.filter(d => d.n === 1)|b,d",
        "__.chain().filter(d => d.n > 1).map(d => d.id + d.n).value()|a3,c2",
        "__.pluck('n')|3,1,2,1",
        "__.chain().pluck('tags').flatten(true).value()|x,y,z",
        "__.chain().pluck('tags').flatten().value()|x,y,z",
        "__.chain().sortBy(d => d.n).pluck('id').value()|b,d,c,a",
        "__.chain().sortByDescending(d => d.n).pluck('id').value()|a,c,b,d",
        "__.sortBy(d => -d.n, { pageSize: 2 })|a,c",
        "__.chain().unwind(d => d.tags, (d, tag) => d.id + tag).value()|ax,ay,bz",
        "__.chain().filter(d => d.id === 'a').unwind(d => d.tags).value()|x,y",
        "__.filter(d => true, { pageSize: 3 })|a,b,c",
      })
  void resultsGoToTheResponse(String query, String expected) {
    String body =
        """
        function () {
          var result = %s;
          if (!result.isAccepted) throw new Error('not accepted');
        }
        """
            .formatted(query);
    String answer = Sandbox.run(host, body, "[]");
    String shown =
        Sandbox.run(
            host,
            "function (rows) { __.response.setBody(rows.map(r => r.id || r).join()); }",
            "[" + answer + "]");
    assertThat(shown).isEqualTo("\"" + expected + "\"");
  }

  @Test
  void pagesContinue() {
    String body =
        """
        function () {
          var ids = [];
          page();
          function page(continuation) {
            __.chain().filter(d => d.id !== 'b').sortBy(d => d.n)
              .value({ pageSize: 2, continuation: continuation }, function (err, feed, options) {
                if (err) throw err;
                ids.push(feed.map(d => d.id).join());
                if (options.continuation) page(options.continuation);
                else __.response.setBody(ids);
              });
          }
        }
        """;
    assertThat(Sandbox.run(host, body, "[]")).isEqualTo("[\"d,c\",\"a\"]");
  }

  @Test
  void plainReadsContinueToo() {
    String body =
        """
        function () {
          var ids = [];
          page();
          function page(continuation) {
            __.readDocuments(__.getSelfLink(), { pageSize: 3, continuation: continuation },
              function (err, feed, options) {
                feed.forEach(d => ids.push(d.id));
                if (options.continuation) page(options.continuation);
                else __.response.setBody(ids.join(''));
              });
          }
        }
        """;
    assertThat(Sandbox.run(host, body, "[]")).isEqualTo("\"abcd\"");
  }
}
