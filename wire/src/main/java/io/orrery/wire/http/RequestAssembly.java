// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.TrafficBudget;
import org.jspecify.annotations.Nullable;

/// A request on its way in: the head is there, the body grows ([Intake]).
final class RequestAssembly {
  private static final byte[] EMPTY = {};

  private final HttpRequest head;
  private final RequestTarget target;
  private final Intake body;

  /// @param recognised whether the connection is that of a client that has authenticated before
  /// @param giveUp ends the request, because its body is late and others need the room
  RequestAssembly(
      HttpRequest head,
      RequestTarget target,
      Service service,
      boolean recognised,
      Runnable giveUp) {
    this.head = head;
    this.target = target;
    int max = service.limits().maxBodyBytes();
    int expected = (int) Math.min(HttpUtil.getContentLength(head, (long) max), max);
    this.body = new Intake(service.budget(), max, expected, recognised, giveUp);
  }

  /// Takes a copy of the bytes, or leaves them where they are.
  Intake.Taken append(ByteBuf part) {
    return body.append(part);
  }

  /// The door knows who sends this.
  void admit() {
    body.admit();
  }

  /// The body is there.
  void arrived() {
    body.arrived();
  }

  /// See [Intake#roomForAnswer].
  TrafficBudget.@Nullable Holding roomForAnswer(int bytes) {
    return body.roomForAnswer(bytes);
  }

  /// Nobody will look at the body again.
  void discard() {
    body.discard();
  }

  HttpRequest head() {
    return head;
  }

  boolean asksForWebSocket() {
    return WebSocketUpgrade.isAskedFor(head);
  }

  String path() {
    return target.path();
  }

  HttpHeaders headers() {
    return new ReceivedHeaders(head.headers());
  }

  /// Whether the client sends its body only when it is told to go on.
  boolean asksFirst() {
    return HttpUtil.is100ContinueExpected(head);
  }

  boolean keepAlive() {
    return HttpUtil.isKeepAlive(head);
  }

  boolean isHttp10() {
    return head.protocolVersion().equals(HttpVersion.HTTP_1_0);
  }

  boolean wantsBody() {
    return !head.method().equals(HttpMethod.HEAD);
  }

  io.orrery.wire.http.HttpRequest complete(Caller caller) {
    return request(body.content(), caller);
  }

  io.orrery.wire.http.HttpRequest withoutBody(Caller caller) {
    return request(EMPTY, caller);
  }

  private io.orrery.wire.http.HttpRequest request(byte[] content, Caller caller) {
    return new io.orrery.wire.http.HttpRequest(
        head.method().name(), target.path(), target.query(), headers(), content, caller);
  }

  /// For the log: no header, no query, no body, since these may hold secrets.
  String describe() {
    return head.method().name() + " " + target.path();
  }
}
