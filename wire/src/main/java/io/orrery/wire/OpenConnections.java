// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The clients that are connected: counts them against the limit and, at the end, sees them out.
final class OpenConnections {
  /// What is sent through the pipelines of the channels.
  enum Signal {
    /// The server stops: close after the answer that is owed.
    DRAIN,
    /// The time for that is over: close.
    ABORT
  }

  private final int max;
  private final Map<ChannelId, Channel> channels = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private volatile boolean draining;

  OpenConnections(int max) {
    this.max = max;
  }

  /// Counts the channel until it closes; false if there are too many already.
  boolean admit(Channel channel) {
    lock.lock();
    try {
      if (channels.size() >= max || draining) {
        return false;
      }
      channels.put(channel.id(), channel);
    } finally {
      lock.unlock();
    }
    channel.closeFuture().addListener(_ -> remove(channel));
    return true;
  }

  private void remove(Channel channel) {
    lock.lock();
    try {
      channels.remove(channel.id());
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
