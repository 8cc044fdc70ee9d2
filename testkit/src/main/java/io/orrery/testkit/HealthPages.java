// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a server says about itself on its health port.
public final class HealthPages {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern PARTITIONS = Pattern.compile("\"partitions\":(\\d+)");

  private HealthPages() {}

  /// Asks for a page.
  ///
  /// @param page `/ready`, `/status`, `/metrics`, …
  public static HttpResponse<String> get(ServerProcess server, String page)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(server.endpoint("health").resolve(page)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /// How many partitions all containers have together.
  public static int partitions(ServerProcess server) throws IOException, InterruptedException {
    String status = get(server, "/status").body();
    Matcher found = PARTITIONS.matcher(status);
    if (!found.find()) {
      throw new IllegalStateException("No number of partitions in " + status);
    }
    return Integer.parseInt(found.group(1));
  }

  /// One of the metrics at this moment: the sum of it over all labels.
  public static double metric(ServerProcess server, String name)
      throws IOException, InterruptedException {
    return metric(get(server, "/metrics").body(), name);
  }

  /// One of the metrics on a page: the sum of it over all labels.
  ///
  /// @param metrics the page of that name
  /// @param name with or without the first of its labels
  public static double metric(String metrics, String name) {
    Matcher line =
        Pattern.compile("(?m)^" + Pattern.quote(name) + "(?:[{,}].*)? (\\S+)$").matcher(metrics);
    if (!line.find()) {
      throw new IllegalStateException("There is no metric " + name);
    }
    double sum = 0;
    do {
      sum += Double.parseDouble(line.group(1));
    } while (line.find());
    return sum;
  }
}
