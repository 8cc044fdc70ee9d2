// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A request on its way in: the head is there, the body grows to at most its limit. Memory follows
/// the bytes that really arrived, never the length a client announces, and only little of it is
/// given before the door has admitted the request.
final class RequestAssembly {
  private static final byte[] EMPTY = {};

  /// What became of a part of the body.
  enum Taken {
    WHOLLY,
    /// Not at all: the door has to admit the request first.
    NOT_ADMITTED,
    /// Not at all: the body would be over its limit.
    TOO_LARGE,
    /// Not at all: too much is held for clients already.
    NO_ROOM
  }

  private final HttpRequest head;
  private final RequestTarget target;
  private final TrafficBudget budget;
  private final int maxBodyBytes;
  private final int expectedBytes;
  private final boolean recognised;
  private final Runnable giveUp;

  private boolean admitted;
  private byte[] body = EMPTY;
  private int bodyBytes;
  private int smallBytes;
  private TrafficBudget.@Nullable Holding holding;

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
    this.budget = service.budget();
    this.maxBodyBytes = service.limits().maxBodyBytes();
    this.expectedBytes =
        (int) Math.min(HttpUtil.getContentLength(head, (long) maxBodyBytes), maxBodyBytes);
    this.recognised = recognised;
    this.giveUp = giveUp;
  }

  /// Takes a copy of the bytes, or leaves them where they are.
  Taken append(ByteBuf part) {
    int length = part.readableBytes();
    if (length > maxBodyBytes - bodyBytes) {
      return Taken.TOO_LARGE;
    }
    if (length > body.length - bodyBytes) {
      // No more than will come, or a body would be refused for want of room that it does not need.
      int roomy = Math.min(2 * bodyBytes, admitted ? expectedBytes : TrafficBudget.SMALL_BYTES);
      int grown = Math.max(bodyBytes + length, roomy);
      Taken room = grown <= TrafficBudget.SMALL_BYTES ? growSmall(grown) : growLarge(grown);
      if (room != Taken.WHOLLY) {
        return room;
      }
      body = Arrays.copyOf(body, grown);
    }
    part.readBytes(body, bodyBytes, length);
    bodyBytes += length;
    return Taken.WHOLLY;
  }

  private Taken growSmall(int grown) {
    int more = grown - body.length;
    boolean trusted = admitted || recognised;
    if (!(trusted ? budget.take(more) : budget.takeUnadmitted(more))) {
      return trusted ? Taken.NO_ROOM : Taken.NOT_ADMITTED;
    }
    smallBytes += more;
    return Taken.WHOLLY;
  }

  private Taken growLarge(int grown) {
    if (!admitted) {
      return Taken.NOT_ADMITTED;
    }
    if (holding != null) {
      return holding.grow(grown - body.length) ? Taken.WHOLLY : Taken.NO_ROOM;
    }
    TrafficBudget.Holding room = budget.hold(TrafficBudget.Kind.BODY, grown);
    if (room == null) {
      return Taken.NO_ROOM;
    }
    room.awaitClient(giveUp);
    holding = room;
    giveBackSmall();
    return Taken.WHOLLY;
  }

  private void giveBackSmall() {
    if (smallBytes == 0) {
      return;
    }
    if (admitted || recognised) {
      budget.giveBack(smallBytes);
    } else {
      budget.giveBackUnadmitted(smallBytes);
    }
    smallBytes = 0;
  }

  /// The door knows who sends this.
  void admit() {
    if (!admitted && !recognised) {
      budget.admitted(smallBytes);
    }
    admitted = true;
  }

  /// The body is there.
  void arrived() {
    if (holding != null) {
      holding.clientDone();
    }
  }

  /// The body's room for the answer; null if that is no match. The answer to a large write is about
  /// as large: so it is not refused after it has been done.
  TrafficBudget.@Nullable Holding roomForAnswer(int bytes) {
    TrafficBudget.Holding room = holding;
    if (room == null || !room.becomeAnswer(bytes)) {
      return null;
    }
    holding = null;
    return room;
  }

  /// Nobody will look at the body again.
  void discard() {
    giveBackSmall();
    if (holding != null) {
      holding.release();
    }
    body = EMPTY;
    bodyBytes = 0;
  }

  String path() {
    return target.path();
  }

  io.orrery.wire.HttpHeaders headers() {
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

  io.orrery.wire.HttpRequest complete(Caller caller) {
    return request(bodyBytes == body.length ? body : Arrays.copyOf(body, bodyBytes), caller);
  }

  io.orrery.wire.HttpRequest withoutBody(Caller caller) {
    return request(EMPTY, caller);
  }

  private io.orrery.wire.HttpRequest request(byte[] content, Caller caller) {
    return new io.orrery.wire.HttpRequest(
        head.method().name(), target.path(), target.query(), headers(), content, caller);
  }

  /// For the log: no header, no query, no body, since these may hold secrets.
  String describe() {
    return head.method().name() + " " + target.path();
  }
}
