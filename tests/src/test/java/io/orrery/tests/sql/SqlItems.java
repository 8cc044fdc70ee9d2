// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.util.stream.Stream;

/// The items of one container, over the wire.
record SqlItems(SqlHttp client, String container) {
  static final String KEY = "x-ms-documentdb-partitionkey";

  /// Makes the container, in the database `d`, which is made as well if it is not there.
  static SqlItems create(SqlHttp client, String name, String definition, String... headers) {
    client.send("POST", "/dbs", "{\"id\":\"d\"}");
    HttpResponse<String> made =
        client.send(
            "POST", "/dbs/d/colls", "{\"id\":\"%s\",%s}".formatted(name, definition), headers);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return new SqlItems(client, "/dbs/d/colls/" + name);
  }

  static SqlItems create(SqlHttp client, String name) {
    return create(
        client, name, "\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}");
  }

  HttpResponse<String> create(String key, String body, String... headers) {
    return post(body, with(headers, KEY, key));
  }

  HttpResponse<String> upsert(String key, String body, String... headers) {
    return post(body, with(headers, KEY, key, "x-ms-documentdb-is-upsert", "True"));
  }

  HttpResponse<String> post(String body, String... headers) {
    return client.send("POST", container + "/docs", body, headers);
  }

  HttpResponse<String> read(String key, String id, String... headers) {
    return item("GET", key, id, "", headers);
  }

  HttpResponse<String> replace(String key, String id, String body, String... headers) {
    return item("PUT", key, id, body, headers);
  }

  HttpResponse<String> delete(String key, String id, String... headers) {
    return item("DELETE", key, id, "", headers);
  }

  HttpResponse<String> patch(String key, String id, String body, String... headers) {
    return item("PATCH", key, id, body, headers);
  }

  HttpResponse<String> item(String method, String key, String id, String body, String... headers) {
    return client.send(method, container + "/docs/" + id, body, with(headers, KEY, key));
  }

  HttpResponse<String> batch(String key, String operations) {
    return post(
        operations,
        KEY,
        key,
        "x-ms-cosmos-is-batch-request",
        "true",
        "x-ms-cosmos-batch-atomic",
        "true");
  }

  HttpResponse<String> bulk(String operations) {
    return bulk("0", operations);
  }

  HttpResponse<String> bulk(String range, String operations) {
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

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  static String subStatus(HttpResponse<?> response) {
    return header(response, "x-ms-substatus");
  }
}
