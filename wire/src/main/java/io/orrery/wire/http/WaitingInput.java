// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;

/// What a client of HTTP/1 has sent before its turn. A client that sends much too early is not read
/// from until its turn comes.
final class WaitingInput {
  /// How many messages may wait before the socket is left alone. Reading goes on until then, or
  /// nobody would notice a client that leaves while its request is handled.
  private static final int MAX = 16;

  /// Who gets it.
  interface Taker {
    boolean takesInput();

    /// The message is released afterwards.
    void receive(Object message);
  }

  private final SocketChannel channel;
  private final Taker taker;
  private final Deque<Object> waiting = new ArrayDeque<>();
  private boolean taking;

  WaitingInput(SocketChannel channel, Taker taker) {
    this.channel = channel;
    this.taker = taker;
  }

  void add(Object message) {
    waiting.add(message);
    take();
    if (waiting.size() > MAX) {
      channel.config().setAutoRead(false);
    }
  }

  /// To be received once more.
  void putBack(Object message) {
    waiting.addFirst(ReferenceCountUtil.retain(message));
  }

  /// A loop and not a recursion over the messages: a client decides how many there are.
  void take() {
    if (taking) {
      return;
    }
    taking = true;
    while (taker.takesInput()) {
      Object message = waiting.poll();
      if (message == null) {
        channel.config().setAutoRead(true);
        break;
      }
      try {
        taker.receive(message);
      } finally {
        ReferenceCountUtil.release(message);
      }
    }
    taking = false;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void discard() {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }
}
