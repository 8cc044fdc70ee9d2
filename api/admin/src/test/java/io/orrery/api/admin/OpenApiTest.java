// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.testkit.DoorClient.Reply;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The description of the calls, compared with what the door does.
class OpenApiTest {
  private static final AdminBed BED = new AdminBed();
  private static final Value.Document API = (Value.Document) OpenApi.document();
  private static int items;

  private static final Set<String> METHODS = Set.of("get", "post", "delete", "put");

  @AfterAll
  static void close() {
    BED.close();
  }

  private static Value.Document inside(Value value, String... names) {
    Value at = value;
    for (String name : names) {
      at = ((Value.Document) at).property(name);
    }
    return (Value.Document) at;
  }

  private static List<String> names(Value.Document document) {
    return List.copyOf(document.properties().keySet());
  }

  private static String filled(String path) {
    return path.substring(1)
        .replace("{database}", "shop")
        .replace("{container}", "goods")
        .replace("{ordinal}", "0")
        .replace("{kind}", "secondary");
  }

  @TestFactory
  List<DynamicTest> whatIsDescribedIsDone() {
    List<DynamicTest> tests = new ArrayList<>();
    Value.Document paths = inside(API, "paths");
    for (String path : names(paths)) {
      for (String method : names(inside(paths, path))) {
        if (METHODS.contains(method)) {
          tests.add(
              DynamicTest.dynamicTest(
                  method + " " + path, () -> compare(path, method, inside(paths, path, method))));
        }
      }
    }
    return tests;
  }

  private static void compare(String path, String method, Value.Document operation) {
    String upper = method.toUpperCase(Locale.ROOT);
    Reply reply = BED.send(AdminBed.OWNER, upper, filled(path), body(path, upper));
    if (path.equals("/session") && upper.equals("POST")) {
      assertThat(reply.status()).isEqualTo(403); // It is no browser that asks here.
      return;
    }
    reply.require(200);
    Value.Document content = inside(operation, "responses", "200", "content");
    assertThat(reply.header("content-type")).isEqualTo(names(content).getFirst());
    if (!(inside(content, reply.header("content-type"), "schema").property("$ref")
        instanceof Value.Text(String reference))) {
      return;
    }
    Value.Document schema =
        inside(API, "components", "schemas", reference.substring(reference.lastIndexOf('/') + 1));
    requireFit(path, reply.json(), schema);
    requireParameters(path, upper, operation);
  }

  /// What an item is written with: a new one is made, others are taken as they are found.
  private static String body(String path, String method) {
    if (!path.endsWith("/items") || method.equals("GET")) {
      return "";
    }
    if (method.equals("POST")) {
      String item = "{\"pk\":\"a\",\"id\":\"%d\"}".formatted(++items);
      return Json.text(Json.object().put("document", item).build());
    }
    if (BED.get(filled(path)).json().property("items") instanceof Value.Array(List<Value> found)
        && !found.isEmpty()) {
      return Json.text(
          Json.object()
              .put("document", text(found.getFirst(), "document"))
              .put("etag", text(found.getFirst(), "etag"))
              .build());
    }
    BED.send(AdminBed.OWNER, "POST", filled(path), body(path, "POST")).require(200);
    return body(path, method);
  }

  /// Nothing is there that is not described, and all that is required is there.
  private static void requireFit(String place, Value value, Value.Document schema) {
    if (value instanceof Value.Array(List<Value> elements)) {
      elements.forEach(each -> requireFit(place, each, inside(schema, "items")));
      return;
    }
    if (!(value instanceof Value.Document document)
        || schema.property("additionalProperties") != Value.Undefined.UNDEFINED) {
      return;
    }
    Value.Document properties = inside(schema, "properties");
    assertThat(names(document)).as(place).isSubsetOf(names(properties));
    assertThat(names(document))
        .as(place)
        .containsAll(
            ((Value.Array) schema.property("required"))
                .elements().stream().map(each -> ((Value.Text) each).value()).toList());
    document
        .properties()
        .forEach((name, each) -> requireFit(place + " " + name, each, inside(properties, name)));
  }

  /// The door names the parameters it knows when it is given another.
  private static void requireParameters(String path, String method, Value.Document operation) {
    Reply reply = BED.send(AdminBed.OWNER, method, filled(path) + "?unknown=1", "");
    if (path.equals("/session")) {
      return;
    }
    Set<String> described = new TreeSet<>();
    if (operation.property("parameters") instanceof Value.Array(List<Value> parameters)) {
      parameters.forEach(each -> described.add(text(each, "name")));
    }
    String message = reply.require(400).member("message");
    String known = message.replaceFirst(".*known are: (.*)\\.", "$1");
    assertThat(
            known.equals("none") ? Set.of() : new TreeSet<>(Arrays.asList(known.split(", ", -1))))
        .isEqualTo(described);
  }

  private static String text(Value value, String name) {
    return ((Value.Text) ((Value.Document) value).property(name)).value();
  }

  /// An address that the door knows and nobody described would be missing here.
  @Test
  void everyAddressIsDescribed() {
    Set<Class<?>> reached = new HashSet<>();
    for (String path : names(inside(API, "paths"))) {
      List<String> segments = new ArrayList<>(List.of("_orrery", "api", "v1"));
      segments.addAll(List.of(filled(path).split("/", -1)));
      reached.add(AdminAddress.of(segments).getClass());
    }
    Set<Class<?>> known = new HashSet<>(Arrays.asList(AdminAddress.class.getPermittedSubclasses()));
    known.removeAll(Set.of(AdminAddress.NotYet.class, AdminAddress.Nowhere.class));
    assertThat(reached).isEqualTo(known);
  }

  @Test
  void itIsServedAsItIs() {
    assertThat(BED.get("openapi.json").require(200).body()).isEqualTo(Json.text(API));
  }
}
