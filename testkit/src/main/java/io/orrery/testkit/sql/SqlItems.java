// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.sql;

import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The items of one container, by hand-made requests.
public record SqlItems(SqlHttp client, String container) {
  public static final String KEY = "x-ms-documentdb-partitionkey";

  /// Makes the container, in the database `d`, which is made as well if it is not there.
  public static SqlItems create(SqlHttp client, String name, String definition, String... headers) {
    client.send("POST", "/dbs", "{\"id\":\"d\"}");
    HttpResponse<String> made =
        client.send(
            "POST", "/dbs/d/colls", "{\"id\":\"%s\",%s}".formatted(name, definition), headers);
    SqlItems.require(made, 201);
    return new SqlItems(client, "/dbs/d/colls/" + name);
  }

  public static SqlItems create(SqlHttp client, String name) {
    return create(
        client, name, "\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}");
  }

  public HttpResponse<String> create(String key, String body, String... headers) {
    return post(body, with(headers, KEY, key));
  }

  public HttpResponse<String> upsert(String key, String body, String... headers) {
    return post(body, with(headers, KEY, key, "x-ms-documentdb-is-upsert", "True"));
  }

  public HttpResponse<String> post(String body, String... headers) {
    return client.send("POST", container + "/docs", body, headers);
  }

  public HttpResponse<String> read(String key, String id, String... headers) {
    return item("GET", key, id, "", headers);
  }

  public HttpResponse<String> replace(String key, String id, String body, String... headers) {
    return item("PUT", key, id, body, headers);
  }

  public HttpResponse<String> delete(String key, String id, String... headers) {
    return item("DELETE", key, id, "", headers);
  }

  public HttpResponse<String> patch(String key, String id, String body, String... headers) {
    return item("PATCH", key, id, body, headers);
  }

  public HttpResponse<String> item(
      String method, String key, String id, String body, String... headers) {
    return client.send(method, container + "/docs/" + id, body, with(headers, KEY, key));
  }

  public HttpResponse<String> batch(String key, String operations) {
    return post(
        operations,
        KEY,
        key,
        "x-ms-cosmos-is-batch-request",
        "true",
        "x-ms-cosmos-batch-atomic",
        "true");
  }

  public HttpResponse<String> bulk(String operations) {
    return bulk("0", operations);
  }

  public HttpResponse<String> bulk(String range, String operations) {
    return post(
        operations,
        "x-ms-cosmos-is-batch-request",
        "true",
        "x-ms-cosmos-batch-atomic",
        "false",
        "x-ms-cosmos-batch-continue-on-error",
        "true",
        "x-ms-documentdb-partitionkeyrangeid",
        range);
  }

  /// Fails the test if the answer has none of these statuses.
  static void require(HttpResponse<String> answer, int... statuses) {
    if (IntStream.of(statuses).noneMatch(each -> each == answer.statusCode())) {
      throw new AssertionError(
          "%d instead of %s: %s"
              .formatted(answer.statusCode(), Arrays.toString(statuses), answer.body()));
    }
  }

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  public static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  public static String subStatus(HttpResponse<?> response) {
    return header(response, "x-ms-substatus");
  }
}
