// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The clients that are connected: counts them against the limits and, at the end, sees them out.
///
/// A connection is a stranger's until a request on it was authenticated. Strangers have a limit of
/// their own, and the oldest of them makes room for whoever comes next: to open connections is
/// free, so it must not be of use against those who have a key.
final class OpenConnections {
  /// What is sent through the pipelines of the channels.
  enum Signal {
    /// The server stops: close after the answer that is owed.
    DRAIN,
    /// The time for that is over: close.
    ABORT
  }

  private final HttpLimits.Connections limits;
  private final Map<ChannelId, Channel> channels = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final SequencedSet<Channel> strangers = new LinkedHashSet<>(); // guarded by lock
  private volatile boolean draining;

  OpenConnections(HttpLimits.Connections limits) {
    this.limits = limits;
  }

  /// Counts the channel until it closes; false if there are too many already.
  boolean admit(Channel channel) {
    Channel displaced = null;
    boolean admitted;
    lock.lock();
    try {
      if (strangers.size() >= limits.strangersMax() || channels.size() >= limits.max()) {
        displaced = removeOldestStranger();
      }
      admitted = channels.size() < limits.max() && !draining;
      if (admitted) {
        channels.put(channel.id(), channel);
        strangers.add(channel);
      }
    } finally {
      lock.unlock();
    }
    if (displaced != null) {
      Closing.close(displaced);
    }
    if (admitted) {
      channel.closeFuture().addListener(_ -> remove(channel));
    }
    return admitted;
  }

  private @Nullable Channel removeOldestStranger() {
    if (strangers.isEmpty()) {
      return null;
    }
    Channel oldest = strangers.removeFirst();
    channels.remove(oldest.id());
    return oldest;
  }

  /// Somebody known uses it.
  void recognise(Channel channel) {
    lock.lock();
    try {
      strangers.remove(channel);
    } finally {
      lock.unlock();
    }
  }

  private void remove(Channel channel) {
    lock.lock();
    try {
      channels.remove(channel.id());
      strangers.remove(channel);
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }

  int count() {
    return channels.size();
  }

  boolean draining() {
    return draining;
  }

  /// Asks every connection to end after the answer it owes, waits, closes the rest.
  void drain(Duration grace) {
    draining = true;
    send(Signal.DRAIN);
    awaitEmpty(grace);
    send(Signal.ABORT);
    awaitEmpty(Duration.ofSeconds(1));
  }

  private void send(Signal signal) {
    channels.values().forEach(channel -> channel.pipeline().fireUserEventTriggered(signal));
  }

  private void awaitEmpty(Duration atMost) {
    long remaining = atMost.toNanos();
    lock.lock();
    try {
      while (!channels.isEmpty() && remaining > 0) {
        remaining = left.awaitNanos(remaining);
      }
    } catch (InterruptedException e) {
      // Whoever interrupts a stop wants it faster: close what is left at once.
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
