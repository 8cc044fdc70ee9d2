// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What properties look like, sent and told back; and what entities may not be.
class EntityTypesTest {
  private static TableBed bed;
  private static int rows;

  @BeforeAll
  static void open() {
    bed = TableBed.with("people");
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static Reply insert(String row, String properties) {
    return bed.post(
        "/people", "{\"PartitionKey\":\"p\",\"RowKey\":\"%s\",%s}".formatted(row, properties));
  }

  private static String read(String row, String level) {
    String body =
        bed.get(
                "/people(PartitionKey='p',RowKey='%s')?$select=v".formatted(row),
                "accept",
                "application/json;odata=" + level)
            .require(200)
            .body();
    int start = body.indexOf("\"v");
    return start < 0 ? body : body.substring(start, body.length() - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'v':'x'|'v':'x'|'v':'x'",
        "'v':''|'v':''|'v':''",
        "'v@odata.type':'Edm.String','v':'5'|'v':'5'|'v':'5'",
        "'v':true|'v':true|'v':true",
        "'v@odata.type':'Edm.Boolean','v':false|'v':false|'v':false",
        "'v@odata.type':'Edm.Boolean','v':'true'|'v':true|'v':true",
        "'v':5|'v':5|'v':5",
        "'v':-2147483648|'v':-2147483648|'v':-2147483648",
        "'v@odata.type':'Edm.Int32','v':5|'v':5|'v':5",
        "'v@odata.type':'Edm.Int32','v':'5'|'v':5|'v':5",
        "'v':2147483648|'v@odata.type':'Edm.Double','v':2.147483648E9|'v':2.147483648E9",
        "'v':1.5|'v':1.5|'v':1.5",
        "'v':1.0|'v@odata.type':'Edm.Double','v':1.0|'v':1.0",
        "'v':1e3|'v@odata.type':'Edm.Double','v':1000.0|'v':1000.0",
        "'v@odata.type':'Edm.Double','v':1|'v@odata.type':'Edm.Double','v':1.0|'v':1.0",
        "'v@odata.type':'Edm.Double','v':'1.25'|'v':1.25|'v':1.25",
        "'v@odata.type':'Edm.Double','v':'NaN'|'v@odata.type':'Edm.Double','v':'NaN'|'v':'NaN'",
        "'v@odata.type':'Edm.Double','v':'Infinity'|'v@odata.type':'Edm.Double','v':'Infinity'|'v':'Infinity'",
        "'v@odata.type':'Edm.Double','v':'-Infinity'|'v@odata.type':'Edm.Double','v':'-Infinity'|'v':'-Infinity'",
        "'v@odata.type':'Edm.Int64','v':'5'|'v@odata.type':'Edm.Int64','v':'5'|'v':'5'",
        "'v@odata.type':'Edm.Int64','v':5|'v@odata.type':'Edm.Int64','v':'5'|'v':'5'",
        "'v@odata.type':'Edm.Int64','v':'9223372036854775807'|'v@odata.type':'Edm.Int64','v':'9223372036854775807'|'v':'9223372036854775807'",
        "'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00Z'|'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00Z'|'v':'2026-01-01T00:00:00Z'",
        "'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00.1234567Z'|'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00.1234567Z'|'v':'2026-01-01T00:00:00.1234567Z'",
        "'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00.120Z'|'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00.12Z'|'v':'2026-01-01T00:00:00.12Z'",
        "'v@odata.type':'Edm.DateTime','v':'2026-01-01T02:00:00+02:00'|'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00Z'|'v':'2026-01-01T00:00:00Z'",
        "'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00'|'v@odata.type':'Edm.DateTime','v':'2026-01-01T00:00:00Z'|'v':'2026-01-01T00:00:00Z'",
        "'v@odata.type':'Edm.DateTime','v':'1601-01-01T00:00:00Z'|'v@odata.type':'Edm.DateTime','v':'1601-01-01T00:00:00Z'|'v':'1601-01-01T00:00:00Z'",
        "'v@odata.type':'Edm.DateTime','v':'9999-12-31T23:59:59.9999999Z'|'v@odata.type':'Edm.DateTime','v':'9999-12-31T23:59:59.9999999Z'|'v':'9999-12-31T23:59:59.9999999Z'",
        "'v@odata.type':'Edm.Guid','v':'c9DA6455-213d-42c9-9a79-3e9149a57833'|'v@odata.type':'Edm.Guid','v':'c9da6455-213d-42c9-9a79-3e9149a57833'|'v':'c9da6455-213d-42c9-9a79-3e9149a57833'",
        "'v@odata.type':'Edm.Binary','v':'AP8='|'v@odata.type':'Edm.Binary','v':'AP8='|'v':'AP8='",
        "'v@odata.type':'Edm.Binary','v':''|'v@odata.type':'Edm.Binary','v':''|'v':''",
        "'v':null|'v':null|'v':null"
      })
  void typesSurvive(String sent, String minimal, String none) {
    String row = "t" + rows++;
    insert(row, sent.replace('\'', '"')).require(201);
    assertThat(read(row, "minimalmetadata")).isEqualTo(minimal.replace('\'', '"'));
    assertThat(read(row, "nometadata")).isEqualTo(none.replace('\'', '"'));
    assertThat(read(row, "fullmetadata")).isEqualTo(minimal.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'v@odata.type':'Edm.Int64','v':'x'|InvalidInput",
        "'v@odata.type':'Edm.Int64','v':'9223372036854775808'|InvalidInput",
        "'v@odata.type':'Edm.Int64','v':1.5|InvalidInput",
        "'v@odata.type':'Edm.Int32','v':2147483648|InvalidInput",
        "'v@odata.type':'Edm.Int32','v':true|InvalidInput",
        "'v@odata.type':'Edm.Double','v':'x'|InvalidInput",
        "'v@odata.type':'Edm.Boolean','v':'yes'|InvalidInput",
        "'v@odata.type':'Edm.Boolean','v':1|InvalidInput",
        "'v@odata.type':'Edm.DateTime','v':'yesterday'|InvalidInput",
        "'v@odata.type':'Edm.DateTime','v':'1600-12-31T23:59:59Z'|OutOfRangeInput",
        "'v@odata.type':'Edm.DateTime','v':5|InvalidInput",
        "'v@odata.type':'Edm.Guid','v':'1-2-3-4-5'|InvalidInput",
        "'v@odata.type':'Edm.Guid','v':''|InvalidInput",
        "'v@odata.type':'Edm.Binary','v':'!'|InvalidInput",
        "'v@odata.type':'Edm.String','v':5|InvalidInput",
        "'v@odata.type':'Edm.Decimal','v':'5'|InvalidInput",
        "'v@odata.type':5,'v':'5'|InvalidInput",
        "'v':[1]|InvalidInput",
        "'v':{}|InvalidInput",
        "'1v':1|PropertyNameInvalid",
        "'a-b':1|PropertyNameInvalid",
        "'a b':1|PropertyNameInvalid",
        "'':1|PropertyNameInvalid",
        "'a.b':1|PropertyNameInvalid"
      })
  void whatIsNoPropertyIsRefused(String sent, String code) {
    assertThat(TableBed.error(insert("bad", sent.replace('\'', '"')))).isEqualTo("400 " + code);
  }

  @Test
  void limitsAreTheServices() {
    insert("s1", "\"v\":\"%s\"".formatted("x".repeat(32 * 1024))).require(201);
    assertThat(TableBed.error(insert("s2", "\"v\":\"%s\"".formatted("x".repeat(32 * 1024 + 1)))))
        .isEqualTo("400 PropertyValueTooLarge");
    insert("n1", "\"%s\":1".formatted("n".repeat(255))).require(201);
    assertThat(TableBed.error(insert("n2", "\"%s\":1".formatted("n".repeat(256)))))
        .isEqualTo("400 PropertyNameTooLong");
    assertThat(TableBed.error(insert("m1", many(253)))).isEqualTo("400 TooManyProperties");
    insert("m2", many(252)).require(201);
    String text = "\"%s\"".formatted("x".repeat(32 * 1024));
    StringBuilder large = new StringBuilder("\"a\":1");
    for (int i = 0; i < 70; i++) {
      large.append(",\"p%d\":%s".formatted(i, text));
    }
    assertThat(TableBed.error(insert("l1", large.toString()))).isEqualTo("400 EntityTooLarge");
  }

  private static String many(int count) {
    StringBuilder out = new StringBuilder("\"p0\":0");
    for (int i = 1; i < count; i++) {
      out.append(",\"p%d\":%d".formatted(i, i));
    }
    return out.toString();
  }

  @Test
  void namesOfTablesAreTheSameInAnyLetters() {
    bed.post("/Tables", "{\"TableName\":\"MixedLetters\"}").require(201);
    assertThat(TableBed.error(bed.post("/Tables", "{\"TableName\":\"mixedletters\"}")))
        .isEqualTo("409 TableAlreadyExists");
    bed.post("/MIXEDLETTERS", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}").require(201);
    bed.get("/mixedLetters(PartitionKey='p',RowKey='r')").require(200);
    assertThat(bed.get("/Tables('mixedletters')").require(200).member("TableName"))
        .isEqualTo("MixedLetters");
    assertThat(bed.get("/Tables").body()).contains("MixedLetters").doesNotContain("MIXED");
    bed.send("DELETE", "/Tables('mixedLETTERS')", "").require(204);
    assertThat(bed.get("/MixedLetters()").status()).isEqualTo(404);
  }

  @Test
  void theAccountMayStandInThePath() {
    insert("inPath", "\"n\":1").require(201);
    Reply read = bed.get("/localhost/people(PartitionKey='p',RowKey='inPath')").require(200);
    assertThat(read.member("odata.metadata"))
        .isEqualTo("http://localhost:8902/localhost/$metadata#people/@Element");
    bed.post("/Tables", "{\"TableName\":\"localhost\"}").require(201);
    bed.post("/localhost", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}").require(201);
    bed.get("/localhost(PartitionKey='p',RowKey='r')").require(200);
  }

  @Test
  void systemPropertiesAreOurs() {
    insert("sys", "\"Timestamp\":\"2000-01-01T00:00:00Z\",\"odata.etag\":\"x\"").require(201);
    Reply read = bed.get("/people(PartitionKey='p',RowKey='sys')").require(200);
    assertThat(read.member("Timestamp")).startsWith("20").doesNotStartWith("2000");
    assertThat(read.member("odata.etag")).isEqualTo(read.header("etag"));
    assertThat(read.member("odata.metadata"))
        .isEqualTo("http://localhost:8902/$metadata#people/@Element");
    Reply full =
        bed.get(
            "/people(PartitionKey='p',RowKey='sys')",
            "accept",
            "application/json;odata=fullmetadata");
    assertThat(full.member("odata.type")).isEqualTo("localhost.people");
    assertThat(full.member("odata.editLink")).isEqualTo("people(PartitionKey='p',RowKey='sys')");
    assertThat(full.body()).contains("\"Timestamp@odata.type\":\"Edm.DateTime\"");
    Reply none =
        bed.get("/people(PartitionKey='p',RowKey='sys')?$format=application/json;odata=nometadata");
    assertThat(none.body()).doesNotContain("odata");
  }

  @ParameterizedTest
  @CsvSource({
    "application/atom+xml,415 AtomFormatNotSupported",
    "'application/atom+xml,application/xml',415 AtomFormatNotSupported",
    "text/plain,406 NotAcceptable",
    "*/*,200",
    "application/json,200",
    "'application/atom+xml,application/json;odata=nometadata',200"
  })
  void answersAreJson(String accept, String expected) {
    assertThat(TableBed.error(bed.get("/people()", "accept", accept))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "1abc", "a-b-c", "tables", "Tables", "a b c", "", "ä12", "a.bc"})
  void namesOfTables(String name) {
    assertThat(TableBed.error(bed.post("/Tables", "{\"TableName\":\"%s\"}".formatted(name))))
        .isEqualTo("400 InvalidResourceName");
  }

  @Test
  void tablesAreMadeListedAndDropped() {
    try (TableBed own = TableBed.with("ccc", "aaa", "bbb")) {
      assertThat(TableBed.error(own.post("/Tables", "{\"TableName\":\"aaa\"}")))
          .isEqualTo("409 TableAlreadyExists");
      assertThat(own.get("/Tables", "accept", "application/json;odata=nometadata").body())
          .isEqualTo(
              "{\"value\":[{\"TableName\":\"aaa\"},{\"TableName\":\"bbb\"},{\"TableName\":\"ccc\"}]}");
      Reply page = own.get("/Tables?$top=2");
      assertThat(page.body()).contains("aaa", "bbb").doesNotContain("ccc");
      String next = page.header("x-ms-continuation-nexttablename");
      assertThat(own.get("/Tables?NextTableName=" + next).body())
          .contains("ccc")
          .doesNotContain("bbb");
      assertThat(
              own.get("/Tables?$filter=TableName%20gt%20'aaa'%20and%20TableName%20lt%20'ccc'")
                  .body())
          .contains("bbb")
          .doesNotContain("aaa", "ccc");
      assertThat(own.get("/Tables('bbb')").require(200).member("TableName")).isEqualTo("bbb");
      own.send("DELETE", "/Tables('bbb')", "").require(204);
      assertThat(TableBed.error(own.send("DELETE", "/Tables('bbb')", "")))
          .isEqualTo("404 ResourceNotFound");
      assertThat(TableBed.error(own.get("/bbb()"))).isEqualTo("404 TableNotFound");
      own.post("/Tables", "{\"TableName\":\"ddd\"}", "prefer", "return-no-content").require(204);
      own.post("/Tables", "{\"TableName\":\"eee\"}", "x-ms-offer-throughput", "800").require(201);
      assertThat(
              own.post("/Tables", "{\"TableName\":\"fff\"}", "x-ms-offer-throughput", "5").status())
          .isEqualTo(400);
      own.post(
              "/Tables",
              "{\"TableName\":\"ggg\"}",
              "x-ms-cosmos-offer-autopilot-settings",
              "{\"maxThroughput\":4000}")
          .require(201);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/people(",
        "/people(PartitionKey='a')",
        "/people(RowKey='a',RowKey='b')",
        "/people(PartitionKey='a',RowKey='b'",
        "/people(PartitionKey='a',RowKey='b')x",
        "/people(PartitionKey=a,RowKey='b')",
        "/people(x='a',RowKey='b')",
        "/people()x",
        "/a/b",
        "/(x)",
        "/people(PartitionKey='a,RowKey='b')",
        "/Tables('a",
        "/Tables(x)"
      })
  void addressesThatLeadNowhere(String address) {
    assertThat(TableBed.error(bed.get(address))).isEqualTo("400 InvalidUri");
  }
}
