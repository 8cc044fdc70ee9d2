// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.SocketChannel;
import io.orrery.wire.connection.AcceptedConnection;
import io.orrery.wire.connection.Closing;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.Port;
import io.orrery.wire.connection.TrafficBudget;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/// What goes to a client: within the budget of the process, and only as fast as the client takes
/// it.
final class Outgoing {
  private final SocketChannel channel;
  private final Port port;
  private final Duration patience;
  private final Runnable whenTaken;
  private final Outbox outbox = new Outbox();
  private final ConnectionTimer timer;
  private int unfinished; // the event loop's

  /// @param whenTaken the client has taken something
  Outgoing(AcceptedConnection connection, Duration patience, Runnable whenTaken) {
    this.channel = connection.channel();
    this.port = connection.port();
    this.patience = patience;
    this.whenTaken = whenTaken;
    this.timer = new ConnectionTimer(channel.eventLoop(), this::expire);
  }

  /// A large answer needs room before it is handed over: it may lie there until its client takes
  /// it. Without, it is dropped here, where nothing else has got hold of it.
  Client.Sent send(ByteBuf message) {
    int bytes = message.readableBytes();
    TrafficBudget.Holding holding = null;
    if (bytes > TrafficBudget.SMALL_BYTES) {
      holding = port.budget().hold(TrafficBudget.Kind.ANSWER, bytes);
      if (holding == null) {
        message.release();
        return Client.Sent.NO_ROOM;
      }
      holding.awaitClient(() -> Closing.slow(channel));
    }
    if (outbox.enter(bytes, patience) && hand(message, bytes, holding)) {
      return Client.Sent.AWAY;
    }
    message.release();
    if (holding != null) {
      holding.release();
    }
    Closing.slow(channel);
    return Client.Sent.GONE;
  }

  private boolean hand(ByteBuf message, int bytes, TrafficBudget.@Nullable Holding holding) {
    try {
      channel.eventLoop().execute(() -> write(message, bytes, holding));
      return true;
    } catch (RejectedExecutionException _) {
      return false; // The server has stopped.
    }
  }

  /// Without waiting; on the event loop. What the protocol itself has to say, which is short.
  void sendNow(ByteBuf message) {
    int bytes = message.readableBytes();
    outbox.enterNow(bytes);
    write(message, bytes, null);
  }

  private void write(ByteBuf message, int bytes, TrafficBudget.@Nullable Holding holding) {
    ChannelFuture written = channel.writeAndFlush(message);
    port.keepUntilTaken(written, holding, bytes, channel);
    if (written.isDone()) {
      outbox.taken(bytes);
      return;
    }
    unfinished++;
    if (unfinished == 1) {
      timer.set(patience);
    }
    written.addListener(
        _ -> {
          unfinished--;
          timer.set(patience);
          outbox.taken(bytes);
          whenTaken.run();
        });
  }

  private void expire() {
    if (unfinished > 0) {
      Closing.slow(channel);
    }
  }

  /// Whether so much is untaken that nothing should be done that makes more.
  boolean isFull() {
    return outbox.isFull();
  }

  /// Closes when everything is sent.
  void end() {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  void closed() {
    timer.cancel();
    outbox.close();
  }
}
