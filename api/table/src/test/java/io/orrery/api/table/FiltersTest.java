// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.value.Value;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which entities a filter finds, as a table: keys as `partition/row`, in the order they come.
class FiltersTest {
  private static TableBed bed;

  @BeforeAll
  static void open() {
    bed = TableBed.with("people");
    insert(
        "a",
        "1",
        "\"s\":\"x\",\"n\":1,\"b\":true,\"d\":1.5,\"l@odata.type\":\"Edm.Int64\",\"l\":\"5000000000\",\"t@odata.type\":\"Edm.DateTime\",\"t\":\"2026-01-01T00:00:00Z\",\"g@odata.type\":\"Edm.Guid\",\"g\":\"00000000-0000-0000-0000-000000000001\",\"bin@odata.type\":\"Edm.Binary\",\"bin\":\"AP8=\"");
    insert("a", "2", "\"s\":\"y\",\"n\":2,\"b\":false,\"d\":2.0");
    insert("a", "3", "\"n\":\"2\"");
    insert(
        "b",
        "1",
        "\"s\":\"X\",\"n\":3,\"l@odata.type\":\"Edm.Int64\",\"l\":\"3\",\"t@odata.type\":\"Edm.DateTime\",\"t\":\"2025-06-01T12:00:00.1234567Z\"");
    insert("b", "2", "\"s\":\"\",\"d@odata.type\":\"Edm.Double\",\"d\":\"Infinity\"");
    insert("c", "O'Brien", "\"s\":\"it's\"");
    insert("c", "ü", "\"s\":\"日本\",\"n\":-5");
    insert("d", "", "\"n\":2147483647");
  }

  private static void insert(String partition, String row, String properties) {
    bed.post(
            "/people",
            "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\",%s}".formatted(partition, row, properties))
        .require(201);
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  static String keys(Reply reply) {
    List<String> keys = new ArrayList<>();
    for (Value each : ((Value.Array) reply.require(200).json().property("value")).elements()) {
      Value.Document entity = (Value.Document) each;
      keys.add(
          ((Value.Text) entity.property("PartitionKey")).value()
              + "/"
              + ((Value.Text) entity.property("RowKey")).value());
    }
    return keys.stream().collect(Collectors.joining(" "));
  }

  private static Reply filtered(String filter) {
    return bed.get("/people()?$filter=" + PercentEncoding.encodeWhole(filter));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      emptyValue = "",
      nullValues = "NULL",
      value = {
        "``|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "true|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "false|``",
        "not false|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "n eq 1|a/1",
        "n eq 2|a/2",
        "n eq '2'|a/3",
        "n eq 2L|a/2",
        "n eq 2.0|a/2",
        "n eq 2d|a/2",
        "n ne 2|a/1 b/1 c/ü d/",
        "n ne '2'|``",
        "n ne '3'|a/3",
        "n gt 1|a/2 b/1 d/",
        "n ge 1|a/1 a/2 b/1 d/",
        "n lt 2|a/1 c/ü",
        "n le 2|a/1 a/2 c/ü",
        "n lt -4|c/ü",
        "n eq -5|c/ü",
        "n gt 2147483646|d/",
        "n ge 2147483647|d/",
        "n gt 2147483647|``",
        "n gt 1 and n lt 3|a/2",
        "n gt 1 and n lt 3 or s eq 'x'|a/1 a/2",
        "(n gt 1 and n lt 3) or (s eq 'x')|a/1 a/2",
        "n gt 1 and (n lt 3 or n eq 3)|a/2 b/1",
        "not (n gt 1)|a/1 a/3 b/2 c/O'Brien c/ü",
        "not n gt 1|a/1 a/3 b/2 c/O'Brien c/ü",
        "not not (n eq 1)|a/1",
        "not (n eq 1) and s eq 'y'|a/2",
        "not (n eq 1 or n eq 2)|a/3 b/1 b/2 c/O'Brien c/ü d/",
        "not (missing eq 1)|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "missing ne 1|``",
        "missing eq 1|``",
        "missing|``",
        "b|a/1",
        "b eq true|a/1",
        "b eq false|a/2",
        "b ne true|a/2",
        "b ne false|a/1",
        "not b|a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "b and n eq 1|a/1",
        "b or n eq 3|a/1 b/1",
        "(b)|a/1",
        "((b))|a/1",
        "b eq 1|``",
        "b eq 'true'|``",
        "b gt false|a/1",
        "s eq 'x'|a/1",
        "s eq 'X'|b/1",
        "s eq ''|b/2",
        "s ne ''|a/1 a/2 b/1 c/O'Brien c/ü",
        "s eq 'it''s'|c/O'Brien",
        "s eq '日本'|c/ü",
        "s gt 'x'|a/2 c/ü",
        "s ge 'x'|a/1 a/2 c/ü",
        "s lt 'x'|b/1 b/2 c/O'Brien",
        "s le 'X'|b/1 b/2",
        "s ge 'x' and s lt 'z'|a/1 a/2",
        "s ge 'i' and s lt 'j'|c/O'Brien",
        "'x' eq s|a/1",
        "'x' lt s|a/2 c/ü",
        "2 gt n|a/1 c/ü",
        "2 le n|a/2 b/1 d/",
        "1 eq 1|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "1 eq 2|``",
        "'a' eq 1|``",
        "s eq s|a/1 a/2 b/1 b/2 c/O'Brien c/ü",
        "RowKey eq n|``",
        "n eq d|a/2",
        "n lt d|a/1",
        "d eq 1.5|a/1",
        "d eq 2|a/2",
        "d gt 1.5|a/2 b/2",
        "d ge 1.5|a/1 a/2 b/2",
        "d lt 1.5e1|a/1 a/2",
        "d lt 15E-1|``",
        "d le 1.5f|a/1",
        "d gt 1e308|b/2",
        "l eq 5000000000L|a/1",
        "l eq 5000000000|a/1",
        "l eq 3|b/1",
        "l eq 3L|b/1",
        "l gt 3L|a/1",
        "l lt 5000000000L|b/1",
        "l eq '3'|``",
        "t eq datetime'2026-01-01T00:00:00Z'|a/1",
        "t eq datetime'2026-01-01T00:00:00.0000000Z'|a/1",
        "t eq datetime'2026-01-01T01:00:00+01:00'|a/1",
        "t lt datetime'2026-01-01T00:00:00Z'|b/1",
        "t le datetime'2026-01-01T00:00:00Z'|a/1 b/1",
        "t gt datetime'2025-06-01T12:00:00.1234566Z'|a/1 b/1",
        "t gt datetime'2025-06-01T12:00:00.1234567Z'|a/1",
        "t ne datetime'2026-01-01T00:00:00Z'|b/1",
        "t eq '2026-01-01T00:00:00Z'|``",
        "g eq guid'00000000-0000-0000-0000-000000000001'|a/1",
        "g ne guid'00000000-0000-0000-0000-000000000001'|``",
        "g eq guid'00000000-0000-0000-0000-00000000000A'|``",
        "g ne guid'00000000-0000-0000-0000-00000000000a'|a/1",
        "bin eq X'00ff'|a/1",
        "bin eq binary'00FF'|a/1",
        "bin eq X'00fe'|``",
        "bin ne X'00fe'|a/1",
        "bin gt X'00fe'|a/1",
        "Timestamp gt datetime'2020-01-01T00:00:00Z'|a/1 a/2 a/3 b/1 b/2 c/O'Brien c/ü d/",
        "Timestamp lt datetime'2020-01-01T00:00:00Z'|``",
        "PartitionKey eq 'a'|a/1 a/2 a/3",
        "PartitionKey eq 'A'|``",
        "'a' eq PartitionKey|a/1 a/2 a/3",
        "PartitionKey ne 'a'|b/1 b/2 c/O'Brien c/ü d/",
        "PartitionKey gt 'a'|b/1 b/2 c/O'Brien c/ü d/",
        "PartitionKey ge 'b' and PartitionKey lt 'c'|b/1 b/2",
        "PartitionKey ge 'b' and PartitionKey le 'c'|b/1 b/2 c/O'Brien c/ü",
        "PartitionKey gt 'a' and PartitionKey lt 'b'|``",
        "PartitionKey lt 'b' and PartitionKey gt 'c'|``",
        "PartitionKey eq 'a' and PartitionKey eq 'b'|``",
        "PartitionKey eq 'a' or PartitionKey eq 'd'|a/1 a/2 a/3 d/",
        "PartitionKey eq 'd' or PartitionKey eq 'a'|a/1 a/2 a/3 d/",
        "PartitionKey eq 'a' and RowKey eq '2'|a/2",
        "PartitionKey eq 'a' and RowKey ne '2'|a/1 a/3",
        "PartitionKey eq 'a' and RowKey gt '1'|a/2 a/3",
        "PartitionKey eq 'a' and RowKey ge '1'|a/1 a/2 a/3",
        "PartitionKey eq 'a' and RowKey lt '2'|a/1",
        "PartitionKey eq 'a' and RowKey le '2'|a/1 a/2",
        "PartitionKey eq 'a' and RowKey ge '2' and RowKey lt '3'|a/2",
        "PartitionKey eq 'a' and RowKey gt '3'|``",
        "PartitionKey eq 'a' and RowKey gt '2' and RowKey lt '2'|``",
        "PartitionKey eq 'a' and '2' lt RowKey|a/3",
        "PartitionKey eq 'a' and not (RowKey eq '2')|a/1 a/3",
        "PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '3')|a/1 a/3",
        "PartitionKey eq 'a' and n ge 1|a/1 a/2",
        "PartitionKey eq 'a' and n eq '2'|a/3",
        "PartitionKey eq 'a' and (n eq 1 or n eq '2')|a/1 a/3",
        "(PartitionKey eq 'a') and (RowKey eq '1')|a/1",
        "(PartitionKey eq 'a' and RowKey ge '1') and n gt 1|a/2",
        "PartitionKey eq 'c' and RowKey eq 'O''Brien'|c/O'Brien",
        "PartitionKey eq 'c' and RowKey ge 'p'|c/ü",
        "PartitionKey eq 'd' and RowKey eq ''|d/",
        "PartitionKey eq 'd' and RowKey gt ''|``",
        "PartitionKey eq 'd' and RowKey le ''|d/",
        "PartitionKey eq 1|``",
        "RowKey eq '1'|a/1 b/1",
        "RowKey eq ''|d/",
        "RowKey ge '2' and RowKey lt '9'|a/2 a/3 b/2",
        "not (PartitionKey eq 'a')|b/1 b/2 c/O'Brien c/ü d/",
        "not (PartitionKey gt 'a')|a/1 a/2 a/3",
        "  n   eq    1  |a/1",
        "(n)eq(1)|a/1",
        "n eq 1and s eq 'x'|ERROR",
        "n eq(1)|a/1",
        "(((n eq 1)))|a/1",
        "n eq +1|a/1",
        "eq eq 1|ERROR",
        "n eq|ERROR",
        "n|``",
        "eq|ERROR",
        "n eq 1 n eq 2|ERROR",
        "n eq 1 and|ERROR",
        "and n eq 1|ERROR",
        "n eq 1 or or n eq 2|ERROR",
        "(n eq 1|ERROR",
        "n eq 1)|ERROR",
        "()|ERROR",
        "not|ERROR",
        "n eq 'x|ERROR",
        "n eq 1 eq 1|ERROR",
        "n == 1|ERROR",
        "n eq 1;|ERROR",
        "1|ERROR",
        "'x'|ERROR",
        "n eq 12x|ERROR",
        "n eq 1.2.3|ERROR",
        "n eq 99999999999999999999|ERROR",
        "n eq 99999999999999999999L|ERROR",
        "n eq --1|ERROR",
        "t eq datetime'yesterday'|ERROR",
        "t eq datetime'1600-01-01T00:00:00Z'|ERROR",
        "g eq guid'123'|ERROR",
        "bin eq X'0'|ERROR",
        "bin eq X'zz'|ERROR",
        "n eq money'5'|ERROR",
        "n eq null|ERROR",
        "n EQ 1|ERROR",
        "n eq 1 AND n eq 1|ERROR",
        "(n eq 1) eq true|ERROR",
        "n add 1 eq 2|ERROR",
        "a.b eq 1|ERROR",
        "a/b eq 1|ERROR",
        "startswith(s, 'x')|FUNCTION",
        "substringof('x', s)|FUNCTION",
        "tolower(s) eq 'x'|FUNCTION"
      })
  void finds(String filter, String expected) {
    Reply reply = filtered(filter);
    switch (expected) {
      case "ERROR" -> assertThat(reply.status()).as(reply.body()).isEqualTo(400);
      case "FUNCTION" -> assertThat(TableBed.error(reply)).isEqualTo("501 NotImplemented");
      default -> assertThat(keys(reply)).isEqualTo(expected);
    }
  }

  @Test
  void deepAndLongFiltersAreBounded() {
    assertThat(filtered("(".repeat(99) + "n eq 1" + ")".repeat(99)).status()).isEqualTo(200);
    assertThat(filtered("(".repeat(101) + "n eq 1" + ")".repeat(101)).status()).isEqualTo(400);
    assertThat(filtered("not ".repeat(101) + "n eq 1").status()).isEqualTo(400);
    assertThat(filtered("n eq 1" + " or n eq 1".repeat(999)).status()).isEqualTo(200);
    assertThat(filtered("n eq 1" + " or n eq 1".repeat(1000)).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$orderby=n",
        "$skip=1",
        "$count=true",
        "$inlinecount=allpages",
        "$expand=x",
        "$skiptoken=x"
      })
  void optionsThatTablesDoNotHaveAreRefusedByName(String option) {
    Reply reply = bed.get("/people()?" + option);
    assertThat(TableBed.error(reply)).isEqualTo("501 NotImplemented");
    assertThat(reply.body()).contains(option.substring(0, option.indexOf('=')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1001", "x", "", "1.5", "99999999999"})
  void pagesHaveFromOneToAThousandEntities(String top) {
    assertThat(TableBed.error(bed.get("/people()?$top=" + top))).isEqualTo("400 InvalidInput");
  }

  @Test
  void pagesGoOnWhereTheyEnded() {
    List<String> found = new ArrayList<>();
    String next = "";
    do {
      Reply page = bed.get("/people()?$top=3" + next);
      found.add(keys(page));
      String token = page.header("x-ms-continuation-nextpartitionkey");
      next = token.isEmpty() ? "" : "&NextPartitionKey=" + token;
    } while (!next.isEmpty());
    assertThat(found).containsExactly("a/1 a/2 a/3", "b/1 b/2 c/O'Brien", "c/ü d/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "!", "AAAA", "%20"})
  void continuationsThatWereNotHandedOutAreRefused(String token) {
    assertThat(bed.get("/people()?NextPartitionKey=" + token).status()).isEqualTo(400);
  }

  @Test
  void continuationsGoWithTheirFilter() {
    String token =
        bed.get("/people()?$top=1&$filter=n%20ge%201").header("x-ms-continuation-nextpartitionkey");
    assertThat(bed.get("/people()?$filter=n%20ge%202&NextPartitionKey=" + token).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n|{'n':1}",
        "n,s|{'n':1,'s':'x'}",
        "s, n|{'s':'x','n':1}",
        "RowKey|{'RowKey':'1'}",
        "missing|{'missing':null}",
        "n,missing,n|{'n':1,'missing':null}",
        "PartitionKey,RowKey,b|{'PartitionKey':'a','RowKey':'1','b':true}"
      })
  void selectsProperties(String select, String expected) {
    String only = "(PartitionKey='a',RowKey='1')";
    String json = expected.replace('\'', '"');
    String query = "?$select=" + PercentEncoding.encodeWhole(select);
    assertThat(
            bed.get("/people" + only + query, "accept", "application/json;odata=nometadata").body())
        .isEqualTo(json);
    assertThat(
            bed.get(
                    "/people()"
                        + query
                        + "&$filter=PartitionKey%20eq%20'a'%20and%20RowKey%20eq%20'1'",
                    "accept",
                    "application/json;odata=nometadata")
                .body())
        .isEqualTo("{\"value\":[" + json + "]}");
    assertThat(bed.get("/people" + only + query).body()).contains("\"odata.etag\":");
  }
}
