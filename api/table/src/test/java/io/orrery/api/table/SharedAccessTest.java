// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.table.access.SharedKeys;
import io.orrery.gateway.access.Credentials;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who may do what: keys, signatures for the account and for a table, stored policies, the
/// secondary endpoint.
class SharedAccessTest {
  private static final byte[] KEY = Base64.getDecoder().decode(Credentials.WELL_KNOWN_KEY);
  private static final String ENTITY = "/people(PartitionKey='p',RowKey='r')";
  private static final String FUTURE = "2099-01-01T00:00:00Z";
  private static TableBed bed;
  private static int rows;

  @BeforeAll
  static void open() {
    bed = TableBed.with("people", "others");
    for (String row : List.of("a", "m", "r", "z")) {
      bed.send("PUT", "/people(PartitionKey='p',RowKey='%s')".formatted(row), "{}").require(204);
    }
    bed.send("PUT", "/people(PartitionKey='q',RowKey='a')", "{}").require(204);
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static String query(Map<String, String> parameters, byte[] key, String text) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put("sig", TableBed.sign(key, text));
    return all.entrySet().stream()
        .filter(each -> !each.getValue().isEmpty())
        .map(each -> each.getKey() + "=" + PercentEncoding.encodeWhole(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String account(String permissions, String types, String services, String expiry) {
    String text =
        String.join(
                "\n", "localhost", permissions, services, types, "", expiry, "", "", "2019-02-02")
            + "\n";
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("sv", "2019-02-02");
    parameters.put("ss", services);
    parameters.put("srt", types);
    parameters.put("sp", permissions);
    parameters.put("se", expiry);
    return query(parameters, KEY, text);
  }

  /// @param more further signed parameters: st, si, sip, spr, spk, srk, epk, erk
  private static String table(String permissions, String expiry, Map<String, String> more) {
    return table(permissions, expiry, more, KEY);
  }

  private static String table(
      String permissions, String expiry, Map<String, String> more, byte[] key) {
    List<String> lines = new ArrayList<>(List.of(permissions));
    lines.add(more.getOrDefault("st", ""));
    lines.add(expiry);
    lines.add("/table/localhost/people");
    for (String name : List.of("si", "sip", "spr")) {
      lines.add(more.getOrDefault(name, ""));
    }
    lines.add("2019-02-02");
    for (String name : List.of("spk", "srk", "epk", "erk")) {
      lines.add(more.getOrDefault(name, ""));
    }
    Map<String, String> parameters = new LinkedHashMap<>(more);
    parameters.put("sv", "2019-02-02");
    parameters.put("tn", "people");
    parameters.put("sp", permissions);
    parameters.put("se", expiry);
    return query(parameters, key, String.join("\n", lines));
  }

  private static Reply act(String what, String signature) {
    String row = "zz" + rows++;
    String fresh = "/people(PartitionKey='p',RowKey='%s')".formatted(row);
    String entity = "{\"PartitionKey\":\"p\",\"RowKey\":\"%s\"}".formatted(row);
    String sas = "?" + signature;
    return switch (what) {
      case "read" -> bed.raw("GET", ENTITY + sas, "");
      case "query" -> bed.raw("GET", "/people()" + sas, "");
      case "insert" -> bed.raw("POST", "/people" + sas, entity);
      case "upsert" -> bed.raw("PUT", fresh + sas, "{}");
      case "upsert merge" -> bed.raw("MERGE", fresh + sas, "{}");
      case "update" -> bed.raw("PUT", ENTITY + sas, "{}", "if-match", "*");
      case "merge" -> bed.raw("PATCH", ENTITY + sas, "{}", "if-match", "*");
      case "delete" -> {
        bed.send("PUT", fresh, "{}").require(204);
        yield bed.raw("DELETE", fresh + sas, "", "if-match", "*");
      }
      case "list tables" -> bed.raw("GET", "/Tables" + sas, "");
      case "create table" ->
          bed.raw("POST", "/Tables" + sas, "{\"TableName\":\"made%s\"}".formatted(row));
      case "drop table" -> {
        bed.post("/Tables", "{\"TableName\":\"drop%s\"}".formatted(row)).require(201);
        yield bed.raw("DELETE", "/Tables('drop%s')".formatted(row) + sas, "");
      }
      case "properties" -> bed.raw("GET", "/?restype=service&comp=properties&" + signature, "");
      case "policies" -> bed.raw("GET", "/people?comp=acl&" + signature, "");
      default -> throw new IllegalArgumentException(what);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "read,r,o,200",
    "read,a,o,403",
    "read,r,sc,403",
    "query,r,o,200",
    "query,l,o,403",
    "insert,a,o,201",
    "insert,u,o,403",
    "insert,rwdl,o,403",
    "upsert,au,o,204",
    "upsert,a,o,403",
    "upsert,u,o,403",
    "upsert merge,au,o,204",
    "upsert merge,a,o,403",
    "update,u,o,204",
    "update,a,o,403",
    "merge,u,o,204",
    "merge,r,o,403",
    "delete,d,o,204",
    "delete,u,o,403",
    "delete,d,c,403",
    "list tables,l,c,200",
    "list tables,r,c,403",
    "list tables,l,o,403",
    "create table,c,c,201",
    "create table,w,c,201",
    "create table,l,c,403",
    "drop table,d,c,204",
    "drop table,c,c,403",
    "properties,r,s,200",
    "properties,r,o,403",
    "properties,w,s,403",
    "policies,r,c,200",
    "policies,l,c,403"
  })
  void accountSignaturesAllowWhatTheySay(
      String what, String permissions, String types, int status) {
    assertThat(act(what, account(permissions, types, "t", FUTURE)).status()).isEqualTo(status);
    assertThat(act(what, account(permissions, types, "bq", FUTURE)).status()).isEqualTo(403);
    assertThat(act(what, account(permissions, types, "t", "2020-01-01")).status()).isEqualTo(403);
    assertThat(act(what, account(permissions, types, "t", FUTURE) + "x").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "read,r,200",
    "read,aud,403",
    "query,r,200",
    "query,a,403",
    "insert,a,201",
    "insert,r,403",
    "upsert,au,204",
    "upsert,a,403",
    "update,u,204",
    "update,d,403",
    "merge,u,204",
    "delete,d,204",
    "delete,rau,403",
    "list tables,raud,403",
    "create table,raud,403",
    "drop table,raud,403",
    "properties,raud,403",
    "policies,raud,403"
  })
  void tableSignaturesAllowEntitiesOnly(String what, String permissions, int status) {
    assertThat(act(what, table(permissions, FUTURE, Map.of())).status()).isEqualTo(status);
    assertThat(act(what, table(permissions, "2020-01-01T00:00Z", Map.of())).status())
        .isEqualTo(403);
    assertThat(act(what, table(permissions, FUTURE, Map.of("st", FUTURE))).status()).isEqualTo(403);
    byte[] readOnly =
        bed.engine()
            .gateway()
            .administration()
            .access()
            .keys()
            .key(AccountKeys.Name.PRIMARY_READ_ONLY);
    assertThat(act(what, table(permissions, FUTURE, Map.of(), readOnly)).status())
        .isEqualTo(status == 200 ? 200 : 403);
  }

  @Test
  void tableSignaturesKeepToTheirKeys() {
    String rows = table("raud", FUTURE, Map.of("spk", "p", "srk", "m", "epk", "p", "erk", "r"));
    assertThat(FiltersTest.keys(bed.raw("GET", "/people()?" + rows, ""))).isEqualTo("p/m p/r");
    assertThat(FiltersTest.keys(bed.raw("GET", "/people()?$filter=RowKey%20lt%20'r'&" + rows, "")))
        .isEqualTo("p/m");
    assertThat(bed.raw("GET", ENTITY + "?" + rows, "").status()).isEqualTo(200);
    String outside = "/people(PartitionKey='p',RowKey='z')?";
    assertThat(bed.raw("GET", outside + rows, "").status()).isEqualTo(403);
    assertThat(bed.raw("PUT", outside + rows, "{}").status()).isEqualTo(403);
    assertThat(bed.raw("DELETE", outside + rows, "", "if-match", "*").status()).isEqualTo(403);
    String partitions = table("r", FUTURE, Map.of("spk", "q"));
    assertThat(FiltersTest.keys(bed.raw("GET", "/people()?" + partitions, ""))).isEqualTo("q/a");
    String other = rows.replace("tn=people", "tn=others");
    assertThat(bed.raw("GET", "/others()?" + other, "").status()).isEqualTo(403);
    assertThat(bed.raw("GET", "/others()?" + rows, "").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "sip,127.0.0.1,200",
    "sip,127.0.0.0-127.0.0.9,200",
    "sip,10.0.0.1,403",
    "sip,10.0.0.1-10.0.0.9,403",
    "sip,nonsense!,403",
    "spr,'https,http',200",
    "spr,https,403"
  })
  void signaturesKeepToWhereTheyAreFrom(String name, String value, int status) {
    assertThat(act("read", table("r", FUTURE, Map.of(name, value))).status()).isEqualTo(status);
  }

  @Test
  void storedPoliciesSayWhatSignaturesLeaveOut() {
    String named = table("", "", Map.of("si", "readers"));
    assertThat(act("read", named).status()).isEqualTo(403);
    bed.send(
            "PUT",
            "/people?comp=acl",
            """
            <?xml version="1.0" encoding="utf-8"?>
            <SignedIdentifiers><SignedIdentifier><Id>readers</Id><AccessPolicy>
            <Start>2020-01-01T00:00:00Z</Start><Expiry>2099-01-01T00:00:00.0000000Z</Expiry>
            <Permission>r</Permission></AccessPolicy></SignedIdentifier></SignedIdentifiers>\
            """)
        .require(204);
    assertThat(act("read", named).status()).isEqualTo(200);
    assertThat(act("insert", named).status()).isEqualTo(403);
    Reply told = bed.get("/people?comp=acl").require(200);
    assertThat(told.body())
        .contains("<Id>readers</Id>", "<Permission>r</Permission>", "<Expiry>2099-01-01");
    bed.send("PUT", "/people?comp=acl", "").require(204);
    assertThat(act("read", named).status()).as("withdrawn").isEqualTo(403);
  }

  private static String identifiers(String each, int count) {
    return "<SignedIdentifiers>" + each.repeat(count) + "</SignedIdentifiers>";
  }

  @Test
  void malformedPoliciesAreRefused() {
    String one = "<SignedIdentifier><Id>x</Id></SignedIdentifier>";
    Map<String, String> codes =
        Map.of(
            "<",
            "InvalidXmlDocument",
            "<a>",
            "InvalidXmlDocument",
            "<a/>",
            "InvalidXmlDocument",
            identifiers(one, 6),
            "InvalidXmlDocument",
            identifiers(one, 2),
            "InvalidXmlDocument",
            identifiers("<SignedIdentifier/>", 1),
            "MissingRequiredXmlNode",
            identifiers("<Other/>", 1),
            "UnsupportedXmlNode",
            identifiers("<SignedIdentifier><Id>" + "x".repeat(65) + "</Id></SignedIdentifier>", 1),
            "InvalidXmlNodeValue",
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>",
            "InvalidXmlDocument");
    codes.forEach(
        (xml, code) -> {
          Reply reply = bed.send("PUT", "/people?comp=acl", xml);
          assertThat(reply.status()).as(xml).isEqualTo(400);
          assertThat(reply.body()).as(xml).contains("<Code>" + code + "</Code>");
        });
    assertThat(bed.get("/nothing?comp=acl").status()).isEqualTo(404);
  }

  @Test
  void aTableHasUpToFivePolicies() {
    StringBuilder five = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      five.append("<SignedIdentifier><Id>p%d</Id></SignedIdentifier>".formatted(i));
    }
    bed.send("PUT", "/people?comp=acl", identifiers(five.toString(), 1)).require(204);
    assertThat(bed.get("/people?comp=acl").body()).contains("<Id>p0</Id>", "<Id>p4</Id>");
    bed.send("PUT", "/people?comp=acl", "").require(204);
  }

  @Test
  void secondaryEndpointMayBeAHostOfItsOwn() {
    try (TableBed other = TableBed.with("people")) {
      other.host = "localhost-secondary.table.example.org";
      assertThat(other.get("/people()").status()).isEqualTo(200);
      assertThat(TableBed.error(other.send("PUT", ENTITY, "{}")))
          .isEqualTo("403 WriteOperationNotSupportedOnSecondary");
      assertThat(other.get("/?restype=service&comp=stats").status()).isEqualTo(200);
    }
  }

  @Test
  void secondaryEndpointReadsOnly() {
    String root = "/localhost-secondary";
    assertThat(bed.get(root + ENTITY).status()).isEqualTo(200);
    assertThat(bed.get(root + "/people()").status()).isEqualTo(200);
    assertThat(bed.get(root + "/?restype=service&comp=stats").require(200).body())
        .contains("<Status>live</Status>");
    assertThat(bed.get("/?restype=service&comp=stats").status()).isEqualTo(400);
    assertThat(TableBed.error(bed.send("PUT", root + ENTITY, "{}")))
        .isEqualTo("403 WriteOperationNotSupportedOnSecondary");
    assertThat(bed.post(root + "/Tables", "{\"TableName\":\"secondary\"}").status()).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "SharedKeyLite,localhost,true",
    "SharedKey,localhost,true",
    "SharedKeyLite,devstoreaccount1,true",
    "SharedKey,devstoreaccount1,true",
    "SharedKeyLite,anything,true",
    "Bearer,localhost,false",
    "Basic,localhost,false"
  })
  void requestsAreSigned(String scheme, String account, boolean known) {
    String date = TableBed.now();
    String path = account.equals("devstoreaccount1") ? "/devstoreaccount1/people()" : "/people()";
    String resource = "/" + account + path;
    String text =
        scheme.equals("SharedKey")
            ? "GET\n\napplication/json\n" + date + "\n" + resource
            : date + "\n" + resource;
    byte[] key =
        account.equals("devstoreaccount1")
            ? Base64.getDecoder().decode(SharedKeys.DEVELOPMENT_KEY)
            : KEY;
    String signature = TableBed.sign(key, text);
    assertThat(signed(path, date, scheme + " " + account + ":" + signature).status())
        .isEqualTo(known ? 200 : 403);
    for (String wrong :
        List.of(
            "",
            scheme,
            scheme + " ",
            scheme + " " + account,
            scheme + " " + account + ":",
            scheme + " " + account + ":!!!",
            scheme + " " + account + ":" + TableBed.sign(key, text + "x"),
            scheme + " other:" + signature)) {
      Reply refused = signed(path, date, wrong);
      assertThat(TableBed.error(refused)).isEqualTo("403 AuthenticationFailed");
      assertThat(refused.header("x-ms-error-code")).isEqualTo("AuthenticationFailed");
    }
    assertThat(signed(path, "Mon, 16 Nov 2020 08:00:00 GMT", scheme + " x:" + signature).status())
        .isEqualTo(403);
    assertThat(signed(path, "now", scheme + " x:" + signature).status()).isEqualTo(403);
  }

  private static Reply signed(String path, String date, String authorization) {
    return authorization.isEmpty()
        ? bed.raw("GET", path, "", "x-ms-date", date, "content-type", "application/json")
        : bed.raw(
            "GET",
            path,
            "",
            "x-ms-date",
            date,
            "content-type",
            "application/json",
            "authorization",
            authorization);
  }

  @Test
  void readOnlyKeysRead() {
    byte[] key =
        bed.engine()
            .gateway()
            .administration()
            .access()
            .keys()
            .key(AccountKeys.Name.PRIMARY_READ_ONLY);
    String date = TableBed.now();
    String lite = "SharedKeyLite localhost:";
    assertThat(
            signed("/people()", date, lite + TableBed.sign(key, date + "\n/localhost/people()"))
                .status())
        .isEqualTo(200);
    assertThat(
            bed.raw(
                    "PUT",
                    ENTITY,
                    "{}",
                    "x-ms-date",
                    date,
                    "authorization",
                    lite + TableBed.sign(key, date + "\n/localhost" + ENTITY))
                .status())
        .isEqualTo(403);
  }

  @Test
  void whatTheServiceDoesNotHaveIsRefusedByName() {
    Reply set = bed.send("PUT", "/?restype=service&comp=stats", "<x/>");
    assertThat(set.status()).isEqualTo(501);
    assertThat(set.body()).contains("<Code>NotImplemented</Code>");
    assertThat(bed.get("/").status()).isEqualTo(501);
    assertThat(bed.get("/$metadata").status()).isEqualTo(501);
  }
}
