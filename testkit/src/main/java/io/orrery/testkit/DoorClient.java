// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.model.SystemTime;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Sends requests to a door's handler as the network hands them over: signed, but without sockets.
public final class DoorClient {
  private static final InetSocketAddress CLIENT = InetSocketAddress.createUnresolved("client", 1);

  private final HttpHandler door;

  public DoorClient(HttpHandler door) {
    this.door = door;
  }

  /// What stands in a signature beside method and date.
  public record Signed(String type, String link) {}

  /// Sends a request through the door.
  ///
  /// @param target as it stands in the first line of the request
  /// @param headers name, value, name, value, …
  public Reply send(
      Sender sender, String method, String target, Signed signed, String body, String... headers) {
    return Reply.of(answer(door, request(sender, method, target, signed, body, headers)));
  }

  /// Asks a door as the network does: first for what it can tell at once.
  static HttpResponse answer(HttpHandler door, HttpRequest request) {
    return door.answerAtOnce(request).orElseGet(() -> door.handle(request));
  }

  /// The request that [#send] sends.
  public static HttpRequest request(
      Sender sender, String method, String target, Signed signed, String body, String... headers) {
    int mark = target.indexOf('?');
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            SystemTime.CLOCK.instant().atZone(ZoneOffset.UTC));
    HttpHeaders.Builder all =
        HttpHeaders.builder()
            .add("host", "localhost:8081")
            .add("x-ms-date", date)
            .add("x-ms-version", "2020-07-15");
    String authorization = sender.authorization(method, signed, date);
    if (!authorization.isEmpty()) {
      all.add("authorization", URLEncoder.encode(authorization, StandardCharsets.UTF_8));
    }
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    return new HttpRequest(
        method,
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? "" : target.substring(mark + 1),
        all.build(),
        body.getBytes(StandardCharsets.UTF_8),
        new Caller(CLIENT, false));
  }

  /// Who sends a request.
  @FunctionalInterface
  public interface Sender {

    /// Has nothing.
    Sender NOBODY = (_, _, _) -> "";

    /// What stands in the authorization header; empty if there is none.
    String authorization(String method, Signed signed, String date);

    /// Somebody with an account key.
    static Sender holder(byte[] key) {
      return (method, signed, date) ->
          "type=master&ver=1.0&sig=" + signature(key, method, signed, date);
    }

    /// Somebody with a resource token.
    static Sender holder(String token) {
      return (_, _, _) -> token;
    }
  }

  private static String signature(byte[] key, String method, Signed signed, String date) {
    String text =
        "%s\n%s\n%s\n%s\n\n"
            .formatted(
                method.toLowerCase(Locale.ROOT),
                signed.type(),
                signed.link(),
                date.toLowerCase(Locale.ROOT));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  /// What the client got.
  public record Reply(int status, HttpHeaders headers, String body) {
    public static Reply of(HttpResponse response) {
      byte[] bytes = new byte[response.body().remaining()];
      response.body().duplicate().get(bytes);
      return new Reply(
          response.status(), response.headers(), new String(bytes, StandardCharsets.UTF_8));
    }

    /// Fails the test if the status is another.
    public Reply require(int expected) {
      if (status != expected) {
        throw new AssertionError("%d instead of %d: %s".formatted(status, expected, body));
      }
      return this;
    }

    /// The value of a header; empty if it is not there.
    public String header(String name) {
      return headers.find(name).orElse("");
    }

    public boolean hasHeader(String name) {
      return headers.find(name).isPresent();
    }

    public Value.Document json() {
      return (Value.Document) Json.parse(body);
    }

    /// A member of the body as text: strings as they are, everything else as JSON.
    public String member(String name) {
      return text(json().property(name));
    }

    /// The status and what the error's message says, before the activity id.
    public String error() {
      String message = member("message");
      return status + " " + message.substring(0, message.indexOf("\r\nActivityId"));
    }

    /// One member of each of the documents in a feed.
    public List<String> all(String member) {
      return ((Value.Array) json().property("Documents"))
          .elements().stream()
              .map(each -> text(((Value.Document) each).property(member)))
              .collect(Collectors.toList());
    }

    private static String text(Value value) {
      return value instanceof Value.Text(String text) ? text : Json.text(value);
    }
  }
}
