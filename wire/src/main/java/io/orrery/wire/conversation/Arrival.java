// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.orrery.wire.connection.ConnectionTimer;
import io.orrery.wire.connection.Intake;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The message that a client is expected to send, or has sent in part: how long it is waited for,
/// and whether there is room for it. All of this belongs to the event loop.
final class Arrival {
  private static final Logger LOG = LoggerFactory.getLogger(Arrival.class);

  private final SocketChannel channel;
  private final TrafficBudget budget;
  private final Patience patience;
  private final Runnable resume;
  private final ConnectionTimer timer;
  private final ConnectionTimer retry;
  private boolean partial;
  private boolean awaitingRoom;

  /// @param resume looks again whether more can be received
  /// @param late nothing has come, or not all of it
  Arrival(
      SocketChannel channel,
      TrafficBudget budget,
      Patience patience,
      Runnable resume,
      Runnable late) {
    this.channel = channel;
    this.budget = budget;
    this.patience = patience;
    this.resume = resume;
    this.timer = new ConnectionTimer(channel.eventLoop(), late);
    this.retry = new ConnectionTimer(channel.eventLoop(), this::lookForRoom);
  }

  void expect(boolean recognised) {
    timer.set(patience.betweenRequests(recognised));
  }

  /// However slowly it goes on, its end is waited for from now on.
  void begin() {
    if (!partial) {
      partial = true;
      timer.set(patience.request());
    }
  }

  void complete() {
    partial = false;
  }

  boolean isPartial() {
    return partial;
  }

  boolean isAwaitingRoom() {
    return awaitingRoom;
  }

  /// See [OpenConversation#take].
  Intake.Taken take(Intake message, ByteBuf part, int length) {
    Intake.Taken taken = message.append(part, length);
    if (taken == Intake.Taken.WHOLLY || taken == Intake.Taken.TOO_LARGE) {
      return taken;
    }
    budget.onRoom(this::signalRoom);
    taken = message.append(part, length); // Some may have become free just before.
    if (taken != Intake.Taken.WHOLLY) {
      begin();
      awaitingRoom = true;
      retry.set(TrafficBudget.PATIENCE); // Then those count as slow who are in the way.
    }
    return taken;
  }

  private void signalRoom() {
    try {
      channel.eventLoop().execute(this::lookForRoom);
    } catch (RejectedExecutionException e) {
      LOG.debug("The server stopped before there was room", e);
    }
  }

  private void lookForRoom() {
    awaitingRoom = false;
    resume.run();
  }

  void closed() {
    timer.cancel();
    retry.cancel();
  }
}
