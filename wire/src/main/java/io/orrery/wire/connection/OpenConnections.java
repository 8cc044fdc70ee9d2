// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The clients that are connected to one port; at the end, sees them out. How many there may be is
/// the business of the [ConnectionBudget] that all ports share.
public final class OpenConnections {
  /// What is sent through the pipelines of the channels.
  public enum Signal {
    /// The server stops: close after the answer that is owed.
    DRAIN,
    /// The time for that is over: close.
    ABORT
  }

  private final ConnectionBudget budget;
  private final Map<ChannelId, Channel> channels = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private volatile boolean draining;

  public OpenConnections(ConnectionBudget budget) {
    this.budget = budget;
  }

  /// Counts the channel until it closes; false if there are too many already.
  public boolean admit(Channel channel) {
    if (draining || !budget.admit(channel)) {
      return false;
    }
    channels.put(channel.id(), channel);
    channel.closeFuture().addListener(_ -> remove(channel));
    return true;
  }

  /// Somebody known uses it.
  public void recognise(Channel channel) {
    budget.recognise(channel);
  }

  private void remove(Channel channel) {
    budget.remove(channel);
    lock.lock();
    try {
      channels.remove(channel.id());
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public int count() {
    return channels.size();
  }

  public boolean draining() {
    return draining;
  }

  /// Asks every connection to end after the answer it owes, waits, closes the rest.
  public void drain(Duration grace) {
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
