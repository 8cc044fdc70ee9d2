// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What an operator asks of a running server.
public final class AdminCalls {
  private static final Pattern ORDINAL = Pattern.compile("\"ordinal\":(\\d+)");
  private static final int OK = 200;

  private AdminCalls() {}

  /// Splits the first partition of a container.
  public static void split(ServerProcess server, String database, String container) {
    SqlHttp http = SqlHttp.owner(server);
    String partitions =
        "/_orrery/api/v1/databases/%s/containers/%s/partitions".formatted(database, container);
    String listed = http.get(partitions).body();
    Matcher ordinal = ORDINAL.matcher(listed);
    if (!ordinal.find()) {
      throw new AssertionError("There is no partition: " + listed);
    }
    var answer = http.post(partitions + "/" + ordinal.group(1) + "/split", "");
    if (answer.statusCode() != OK) {
      throw new AssertionError("The partition was not split: " + answer.body());
    }
  }
}
