// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Speaks the SQL API by hand, so that tests see every byte: signs requests with the development
/// key, and nothing else.
final class SqlClient {
  private static final String KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;

  SqlClient(URI endpoint) {
    this.endpoint = endpoint;
  }

  /// Sends a request; headers are given as name, value, name, value.
  HttpResponse<String> send(String method, String path, String body, String... headers) {
    return send(method, path, body, signed(path), headers);
  }

  /// Sends a request to an address that is made of rids: then the rid alone is signed.
  HttpResponse<String> sendByRid(String method, String path, String rid, String... headers) {
    Signed named = signed(path);
    return send(method, path, "", new Signed(named.type(), lower(rid)), headers);
  }

  /// What of an address goes into the signature.
  private record Signed(String type, String link) {}

  private HttpResponse<String> send(
      String method, String path, String body, Signed signed, String... headers) {
    String date = DATE.format(ZonedDateTime.now(ZoneOffset.UTC));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve(encoded(path)))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .header("x-ms-date", date)
            .header("x-ms-version", "2020-07-15")
            .header("Authorization", authorization(method, signed, date));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String path) {
    StringBuilder encoded = new StringBuilder();
    for (String segment : path.substring(1).split("/", -1)) {
      encoded
          .append('/')
          .append(URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return encoded.toString();
  }

  private static Signed signed(String path) {
    List<String> segments = List.of(path.substring(1).split("/", -1));
    if (segments.size() == 6 && segments.get(4).equals("operations")) {
      segments = segments.subList(0, 4);
    }
    boolean feed = segments.size() % 2 == 1;
    int length = feed ? segments.size() - 1 : segments.size();
    return new Signed(
        segments.get(feed ? length : length - 2), String.join("/", segments.subList(0, length)));
  }

  private static String authorization(String method, Signed signed, String date) {
    String text =
        "%s\n%s\n%s\n%s\n\n".formatted(lower(method), signed.type(), signed.link(), lower(date));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "HmacSHA256"));
      byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return URLEncoder.encode(
          "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature),
          StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
