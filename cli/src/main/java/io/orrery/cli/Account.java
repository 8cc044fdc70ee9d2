// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.SystemTime;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/// A running server's account, over HTTP.
final class Account {
  /// How the requests of an API are signed.
  @FunctionalInterface
  interface Signer {
    /// The value of the authorization header.
    ///
    /// @param segments the address, not encoded
    String sign(String method, List<String> segments, String date);
  }

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String CONTINUATION = "x-ms-continuation";

  private final URI endpoint;
  private final Signer signer;
  private final HttpClient http;

  /// @param trusted the certificate to trust instead of those this machine trusts anyway
  Account(URI endpoint, Signer signer, Optional<Path> trusted) {
    this.endpoint = endpoint;
    this.signer = signer;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT);
    if (endpoint.getScheme().equals("https") && trusted.isPresent()) {
      builder.sslContext(Trust.only(trusted.get()));
    }
    this.http = builder.build();
  }

  Reply get(String... segments) {
    return send(Call.of("GET", segments)).require();
  }

  Reply post(Value body, String... segments) {
    return send(Call.of("POST", segments).with(body)).require();
  }

  /// All entries of a feed, page after page.
  ///
  /// @param plural the member that holds them
  List<Value> feed(String plural, String... segments) {
    return feed(Call.of("GET", segments), plural, Integer.MAX_VALUE);
  }

  /// The first entries of a feed.
  List<Value> feed(Call call, String plural, int limit) {
    List<Value> entries = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    do {
      Call next = continuation.map(token -> call.header(CONTINUATION, token)).orElse(call);
      Reply page = send(next).require();
      entries.addAll(page.entries(plural));
      continuation = page.header(CONTINUATION).filter(token -> !token.isEmpty());
    } while (continuation.isPresent() && entries.size() < limit);
    return entries.size() > limit ? entries.subList(0, limit) : entries;
  }

  /// Sends a request and waits for its answer, whatever it says.
  Reply send(Call call) {
    String date = Signature.date(SystemTime.CLOCK.instant());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(call))
            .timeout(TIMEOUT)
            .method(
                call.method(),
                call.body().map(BodyPublishers::ofByteArray).orElse(BodyPublishers.noBody()));
    Map<String, String> headers = new HashMap<>(call.headers());
    headers.put("x-ms-date", date);
    headers.put("x-ms-version", "2020-07-15");
    headers.put("authorization", signer.sign(call.method(), call.segments(), date));
    headers.forEach(request::header);
    return Reply.of(exchange(request.build()));
  }

  private URI address(Call call) {
    String parameters =
        call.parameters().entrySet().stream()
            .map(each -> encode(each.getKey()) + "=" + encode(each.getValue()))
            .collect(Collectors.joining("&"));
    // Not resolved: an id may be "..".
    return URI.create(
        endpoint + path(call.segments()) + (parameters.isEmpty() ? "" : "?" + parameters));
  }

  /// An address as it is sent, without its first slash.
  static String path(List<String> segments) {
    return segments.stream().map(Account::encode).collect(Collectors.joining("/"));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private HttpResponse<byte[]> exchange(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofByteArray());
    } catch (ConnectException | HttpTimeoutException e) {
      throw new CommandFailure(
          CommandFailure.Kind.NOT_RUNNING,
          "Nothing answers at %s; start the server with `orrery serve`, or name another --endpoint."
              .formatted(endpoint),
          e);
    } catch (SSLException e) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED,
          "The server's certificate is not trusted (%s); fetch %s_explorer/emulator.pem and name it with --certificate."
              .formatted(e.getMessage(), endpoint),
          e);
    } catch (IOException e) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The request to %s failed (%s).".formatted(endpoint, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(CommandFailure.Kind.FAILED, "Interrupted.", e);
    }
  }
}
