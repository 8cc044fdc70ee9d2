// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.DoorClient.Signed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Plain HTTP to the SQL API, signed with a key as its documentation says. For what SDKs cannot
/// send, or do not show.
public final class SqlHttp {
  private final Transport transport;
  private final String key;

  /// Brings requests to the SQL API, and back what it answers.
  @FunctionalInterface
  public interface Transport {
    HttpResponse<String> exchange(Sent request);
  }

  /// A request as it is sent.
  ///
  /// @param target path and query, encoded
  public record Sent(String method, String target, Map<String, String> headers, String body) {}

  public SqlHttp(Transport transport, String key) {
    this.transport = transport;
    this.key = key;
  }

  public SqlHttp(URI endpoint, String key) {
    this(new Network(endpoint), key);
  }

  /// As the server's owner.
  public static SqlHttp owner(ServerProcess server) {
    return new SqlHttp(server.endpoint("sql"), server.ready("key"));
  }

  public HttpResponse<String> get(String path) {
    return send("GET", path, "", Map.of());
  }

  public HttpResponse<String> post(String path, String body) {
    return send("POST", path, body, Map.of());
  }

  /// Sends one request and waits for its answer.
  ///
  /// @param path begins with a slash, names in it not encoded
  /// @param headers name, value, name, value, …
  public HttpResponse<String> send(String method, String path, String body, String... headers) {
    return send(method, path, body, signed(path), headers);
  }

  public HttpResponse<String> send(
      String method, String path, String body, Map<String, String> headers) {
    String[] pairs =
        headers.entrySet().stream()
            .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
            .toArray(String[]::new);
    return send(method, path, body, pairs);
  }

  /// Sends a request to an address that is made of rids: then the last rid alone is signed.
  public HttpResponse<String> sendByRid(String method, String path, String rid, String... headers) {
    Signed byRid = new Signed(signed(path).type(), rid.toLowerCase(Locale.ROOT));
    return send(method, path, "", byRid, headers);
  }

  private HttpResponse<String> send(
      String method, String path, String body, Signed signed, String... headers) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("x-ms-date", date);
    all.put("x-ms-version", "2020-07-15");
    all.put("authorization", authorization(method, signed, date));
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], headers[i + 1]);
    }
    return transport.exchange(new Sent(method, encode(path), all, body));
  }

  /// Without any signature.
  public HttpResponse<String> unsigned(String method, String path, Map<String, String> headers) {
    return transport.exchange(new Sent(method, path, headers, ""));
  }

  /// Over a socket.
  private static final class Network implements Transport {
    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI endpoint;

    Network(URI endpoint) {
      this.endpoint = endpoint;
    }

    @Override
    public HttpResponse<String> exchange(Sent sent) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(endpoint.resolve(sent.target()))
              .method(
                  sent.method(),
                  sent.body().isEmpty()
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString(sent.body()));
      sent.headers().forEach(request::setHeader);
      try {
        return http.send(request.build(), BodyHandlers.ofString());
      } catch (IOException e) {
        throw new UncheckedIOException("The request failed", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while waiting for an answer", e);
      }
    }
  }

  private static String encode(String path) {
    List<String> segments =
        Stream.of(path.split("/", -1))
            .map(segment -> URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20"))
            .toList();
    return String.join("/", segments);
  }

  /// The header's value for this request at this date.
  public String authorization(String method, String path, String date) {
    return authorization(method, signed(path), date);
  }

  private String authorization(String method, Signed signed, String date) {
    return URLEncoder.encode(
        Sender.holder(Base64.getDecoder().decode(key)).authorization(method, signed, date),
        StandardCharsets.UTF_8);
  }

  /// What of an address goes into the signature.
  private static Signed signed(String path) {
    if (path.startsWith("/_orrery/")) {
      return new Signed("", path.substring(1));
    }
    List<String> segments =
        Stream.of(path.split("/", -1)).filter(segment -> !segment.isEmpty()).toList();
    if (segments.size() == 6 && segments.get(4).equals("operations")) {
      segments = segments.subList(0, 4);
    }
    boolean feed = segments.size() % 2 == 1;
    String link = String.join("/", feed ? segments.subList(0, segments.size() - 1) : segments);
    if (segments.isEmpty()) {
      return new Signed("", link);
    }
    String type = feed ? segments.getLast() : segments.get(segments.size() - 2);
    return type.equals("offers") && !feed
        ? new Signed(type, segments.getLast().toLowerCase(Locale.ROOT))
        : new Signed(type, link);
  }
}
