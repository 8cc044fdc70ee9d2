// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.sql;

import java.net.http.HttpResponse;
import java.util.Arrays;

/// The scripts of one container, over the wire.
public record SqlScripts(SqlItems items) {

  public HttpResponse<String> store(String type, String id, String body, String... more) {
    return items.client().send("POST", items.container() + "/" + type, document(id, body, more));
  }

  public HttpResponse<String> replace(String type, String id, String body, String... headers) {
    return items
        .client()
        .send("PUT", items.container() + "/" + type + "/" + id, document(id, body), headers);
  }

  /// A script as it is created.
  ///
  /// @param more further members, ready to be joined by commas
  public static String document(String id, String body, String... more) {
    String members = "\"id\":\"%s\",\"body\":%s".formatted(id, quoted(body));
    return "{" + String.join(",", members, String.join(",", more)).replaceAll(",$", "") + "}";
  }

  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      switch (each) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        default -> quoted.append(each);
      }
    }
    return quoted.append('"').toString();
  }

  /// Stores a procedure that must be fine.
  public void procedure(String id, String body) {
    HttpResponse<String> made = store("sprocs", id, body);
    SqlItems.require(made, 201);
  }

  public void trigger(String id, String type, String operation, String body) {
    HttpResponse<String> made =
        store(
            "triggers",
            id,
            body,
            "\"triggerType\":\"%s\"".formatted(type),
            "\"triggerOperation\":\"%s\"".formatted(operation));
    SqlItems.require(made, 201);
  }

  public HttpResponse<String> execute(String id, String key, String arguments, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = SqlItems.KEY;
    all[headers.length + 1] = key;
    return items.client().send("POST", items.container() + "/sprocs/" + id, arguments, all);
  }

  /// What the procedure answers, which must work.
  public String run(String id, String key, String arguments) {
    HttpResponse<String> done = execute(id, key, arguments);
    SqlItems.require(done, 200);
    return done.body();
  }
}
