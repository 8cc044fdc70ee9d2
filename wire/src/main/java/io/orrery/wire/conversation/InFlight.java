// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.channel.EventLoop;
import io.orrery.wire.connection.ConnectionTimer;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/// The messages of one connection that are being handled. Whoever takes too long is interrupted; if
/// that is of no use, the connection ends. All of this belongs to the event loop.
final class InFlight {
  private final Duration patience;
  private final Runnable hopeless;
  private final ConnectionTimer timer;
  private final SequencedSet<MessageWork> works = new LinkedHashSet<>();
  private boolean watched;

  /// @param hopeless somebody does not even heed an interrupt
  InFlight(EventLoop eventLoop, Duration patience, Runnable hopeless) {
    this.patience = patience;
    this.hopeless = hopeless;
    this.timer = new ConnectionTimer(eventLoop, this::look);
  }

  void start(MessageWork work) {
    works.add(work);
    if (!watched) {
      watched = true;
      timer.set(patience);
    }
    work.start();
  }

  void finish(MessageWork work) {
    works.remove(work);
  }

  int count() {
    return works.size();
  }

  boolean isEmpty() {
    return works.isEmpty();
  }

  void interrupt() {
    works.forEach(MessageWork::interrupt);
  }

  private void look() {
    watched = false;
    if (works.isEmpty()) {
      return;
    }
    for (MessageWork work : works) {
      if (work.ageNanos() > 2 * patience.toNanos()) {
        hopeless.run();
        return;
      }
      if (work.ageNanos() >= patience.toNanos()) {
        work.interrupt();
      }
    }
    watched = true;
    long waited = works.getFirst().ageNanos() % patience.toNanos();
    timer.set(patience.minusNanos(waited));
  }

  void closed() {
    timer.cancel();
    interrupt();
  }
}
