// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/// Brings the requests of [SqlHttp] straight to a door's handler, without sockets.
public final class DoorTransport implements SqlHttp.Transport {
  private static final InetSocketAddress CLIENT = InetSocketAddress.createUnresolved("client", 1);

  private final HttpHandler door;

  public DoorTransport(HttpHandler door) {
    this.door = door;
  }

  @Override
  public HttpResponse<String> exchange(SqlHttp.Sent sent) {
    int mark = sent.target().indexOf('?');
    HttpHeaders.Builder headers = HttpHeaders.builder().add("host", "localhost:8081");
    sent.headers().forEach(headers::add);
    HttpRequest request =
        new HttpRequest(
            sent.method(),
            mark < 0 ? sent.target() : sent.target().substring(0, mark),
            mark < 0 ? "" : sent.target().substring(mark + 1),
            headers.build(),
            sent.body().getBytes(StandardCharsets.UTF_8),
            new Caller(CLIENT, false));
    return Answer.of(DoorClient.Reply.of(DoorClient.answer(door, request)));
  }

  /// In the form in which it comes over the network.
  private record Answer(int statusCode, java.net.http.HttpHeaders headers, String body)
      implements HttpResponse<String> {

    static Answer of(DoorClient.Reply reply) {
      var fields =
          reply.headers().fields().stream()
              .collect(
                  Collectors.groupingBy(
                      HttpHeaders.Field::name,
                      Collectors.mapping(HttpHeaders.Field::value, Collectors.<String>toList())));
      return new Answer(
          reply.status(), java.net.http.HttpHeaders.of(fields, (_, _) -> true), reply.body());
    }

    @Override
    public java.net.http.HttpRequest request() {
      throw new UnsupportedOperationException("There was no network.");
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
      return Optional.empty();
    }

    @Override
    public URI uri() {
      throw new UnsupportedOperationException("There was no network.");
    }

    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }
}
