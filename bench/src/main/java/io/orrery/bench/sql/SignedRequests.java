// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Dialect;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The SQL API: requests as official clients send them, signed with the key that emulators share.
final class SignedRequests implements Dialect {
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  private static final String DATABASE = "dbs/bench";
  private static final byte[] NO_BODY = {};

  /// The first four bytes of the end of the ring.
  private static final long RING = 0x40000000L;

  private static final String SESSION = "x-ms-consistency-level: Session\r\n";

  private final String container;
  private final String containerLink;
  private final Items items;
  private final Mac mac;
  private final String date =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .format(ZonedDateTime.now(ZoneOffset.UTC));

  /// The same for all that is created or asked.
  private final String postSignature;

  /// @param container its name
  /// @param items what lies there
  SignedRequests(String container, Items items) throws GeneralSecurityException {
    this.container = container;
    this.containerLink = DATABASE + "/colls/" + container;
    this.items = items;
    mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), mac.getAlgorithm()));
    postSignature = signature("post", "docs", containerLink);
  }

  byte[] createDatabase() {
    String signature = signature("post", "dbs", "");
    return request("POST /dbs", signature, "", utf8("{\"id\":\"bench\"}"));
  }

  byte[] createContainer() {
    String signature = signature("post", "colls", DATABASE);
    String body =
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}"
            .formatted(container);
    return request("POST /" + DATABASE + "/colls", signature, "", utf8(body));
  }

  /// Makes the items it is given.
  byte[] createProcedure() {
    return createScript(
        "sprocs",
        "p",
        "function (items) { for (const item of items) __.createDocument(__.getSelfLink(), item); }");
  }

  /// Calculates with a number.
  byte[] createFunction() {
    return createScript("udfs", "f", "function (n) { return n * 2 + 1; }");
  }

  private byte[] createScript(String type, String id, String body) {
    return request(
        "POST /" + containerLink + "/" + type,
        signature("post", type, containerLink),
        "",
        utf8("{\"id\":\"" + id + "\",\"body\":\"" + body + "\"}"));
  }

  @Override
  public byte[] read(long number) {
    String link = containerLink + "/docs/" + Items.id(number);
    String headers = "x-ms-session-token: 0:-1#1\r\n" + SESSION + keyOf(number);
    return request("GET /" + link, signature("get", "docs", link), headers, NO_BODY);
  }

  @Override
  public byte[] insert(long number) {
    String target = "POST /" + containerLink + "/docs";
    return request(target, postSignature, SESSION + keyOf(number), items.json(number));
  }

  @Override
  public byte[] replace(long number, byte[] document) {
    String link = containerLink + "/docs/" + Items.id(number);
    String headers = SESSION + keyOf(number);
    return request("PUT /" + link, signature("put", "docs", link), headers, document);
  }

  @Override
  public byte[] insertTogether(Operation how, List<Long> numbers) {
    List<byte[]> bodies = numbers.stream().map(items::shortJson).toList();
    return how == Operation.PROCEDURE
        ? execute(numbers.getFirst(), bodies)
        : batch(numbers.getFirst(), bodies);
  }

  private byte[] execute(long number, List<byte[]> bodies) {
    String link = containerLink + "/sprocs/p";
    String signature = signature("post", "sprocs", link);
    return request("POST /" + link, signature, keyOf(number), joined("[[", "", bodies, "", "]]"));
  }

  private byte[] batch(long number, List<byte[]> bodies) {
    String headers =
        "x-ms-cosmos-is-batch-request: true\r\nx-ms-cosmos-batch-atomic: true\r\n" + keyOf(number);
    byte[] operations =
        joined("[", "{\"operationType\":\"Create\",\"resourceBody\":", bodies, "}", "]");
    return request("POST /" + containerLink + "/docs", postSignature, headers, operations);
  }

  private static byte[] joined(
      String begin, String before, List<byte[]> bodies, String after, String end) {
    return utf8(
        bodies.stream()
            .map(body -> before + new String(body, StandardCharsets.UTF_8) + after)
            .collect(Collectors.joining(",", begin, end)));
  }

  /// One page of up to a thousand rows.
  @Override
  public byte[] ask(Operation query, long number) {
    String headers =
        String.join(
            "\r\n",
            "x-ms-documentdb-isquery: True",
            "x-ms-max-item-count: 1000",
            "x-ms-documentdb-query-enablecrosspartition: True",
            "");
    String parameter = query.parameter(items, number);
    String parameters = parameter.isEmpty() ? "" : "{\"name\":\"@p\",\"value\":" + parameter + "}";
    String body = "{\"query\":\"" + query.query() + "\",\"parameters\":[" + parameters + "]}";
    return request(
        "POST /" + containerLink + "/docs",
        postSignature,
        headers,
        "application/query+json",
        utf8(body));
  }

  List<byte[]> reads(int count) {
    List<byte[]> requests = new ArrayList<>(count);
    for (int number = 0; number < count; number++) {
      requests.add(read(number));
    }
    return requests;
  }

  List<byte[]> creates(long first, int count) {
    List<byte[]> requests = new ArrayList<>(count);
    for (long number = first; number < first + count; number++) {
      requests.add(insert(number));
    }
    return requests;
  }

  /// One batch for each of these partition keys, of all its items below a number: at most a
  /// hundred.
  List<byte[]> batches(int firstKey, int keys, long below) {
    List<byte[]> requests = new ArrayList<>(keys);
    for (int key = firstKey; key < firstKey + keys; key++) {
      List<byte[]> bodies = new ArrayList<>();
      for (long number = key; number < below; number += items.keys()) {
        bodies.add(items.json(number));
      }
      requests.add(batch(key, bodies));
    }
    return requests;
  }

  /// Divides the container's first partition where that halves its data.
  byte[] split() {
    String address =
        "_orrery/api/v1/databases/bench/containers/" + container + "/partitions/0/split";
    return request("POST /" + address, signature("post", "", address), "", utf8("{}"));
  }

  /// Pages of the change feed, from every place that is a multiple of the page size.
  List<byte[]> changes(int items, int pageSize) {
    List<byte[]> requests = new ArrayList<>();
    for (int lsn = 0; lsn + pageSize <= items; lsn += pageSize) {
      requests.add(page(pageSize, "A-IM: Incremental Feed\r\nIf-None-Match: \"" + lsn + "\"\r\n"));
    }
    return requests;
  }

  /// Pages of the items, from places all over the ring except its end.
  List<byte[]> scans(int items, int pageSize) {
    List<byte[]> requests = new ArrayList<>();
    int pages = items / pageSize;
    for (int page = 0; page < pages - 1; page++) {
      String place = String.format(Locale.ROOT, "%08X", RING * page / pages);
      requests.add(page(pageSize, "x-ms-start-epk: " + place + "\r\n"));
    }
    return requests;
  }

  private byte[] page(int size, String headers) {
    return request(
        "GET /" + containerLink + "/docs",
        signature("get", "docs", containerLink),
        "x-ms-documentdb-partitionkeyrangeid: 0\r\nx-ms-max-item-count: " + size + "\r\n" + headers,
        NO_BODY);
  }

  private String keyOf(long number) {
    return "x-ms-documentdb-partitionkey: [\"" + items.partitionKey(number) + "\"]\r\n";
  }

  private String signature(String verb, String type, String link) {
    String text = verb + "\n" + type + "\n" + link + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
    String signature = Base64.getEncoder().encodeToString(mac.doFinal(utf8(text)));
    return "type=master&ver=1.0&sig=" + signature;
  }

  private byte[] request(String target, String signature, String headers, byte[] body) {
    return request(target, signature, headers, "application/json", body);
  }

  private byte[] request(
      String target, String signature, String headers, String contentType, byte[] body) {
    String head =
        target
            + " HTTP/1.1\r\nHost: localhost:8081\r\n"
            + "Accept: application/json\r\nUser-Agent: raw-load/1\r\nCache-Control: no-cache\r\n"
            + "x-ms-version: 2018-12-31\r\nx-ms-date: "
            + date
            + "\r\nAuthorization: "
            + percentEncoded(signature)
            + "\r\nx-ms-activity-id: "
            + UUID.randomUUID()
            + "\r\n"
            + headers
            + (body.length == 0
                ? ""
                : "Content-Type: " + contentType + "\r\nContent-Length: " + body.length + "\r\n")
            + "\r\n";
    var bytes = new ByteArrayOutputStream(head.length() + body.length);
    bytes.writeBytes(utf8(head));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  private static String percentEncoded(String signature) {
    return signature
        .replace("=", "%3D")
        .replace("&", "%26")
        .replace("+", "%2B")
        .replace("/", "%2F");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
