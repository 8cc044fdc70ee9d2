// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Counts the connections of all ports of a network against its limits.
///
/// A connection is a stranger's until a request on it was authenticated. Strangers have a limit of
/// their own, and the oldest of them makes room for whoever comes next: to open connections is
/// free, so it must not be of use against those who have a key.
public final class ConnectionBudget {
  private final ConnectionLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Channel> counted = new HashSet<>(); // guarded by lock
  private final SequencedSet<Channel> strangers = new LinkedHashSet<>(); // guarded by lock

  public ConnectionBudget(ConnectionLimits limits) {
    this.limits = limits;
  }

  /// Counts the channel until it is removed; false if there are too many already.
  boolean admit(Channel channel) {
    Channel displaced = null;
    boolean admitted;
    lock.lock();
    try {
      if (strangers.size() >= limits.strangersMax() || counted.size() >= limits.max()) {
        displaced = removeOldestStranger();
      }
      admitted = counted.size() < limits.max();
      if (admitted) {
        counted.add(channel);
        strangers.add(channel);
      }
    } finally {
      lock.unlock();
    }
    if (displaced != null) {
      Closing.close(displaced);
    }
    return admitted;
  }

  private @Nullable Channel removeOldestStranger() {
    if (strangers.isEmpty()) {
      return null;
    }
    Channel oldest = strangers.removeFirst();
    counted.remove(oldest);
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

  void remove(Channel channel) {
    lock.lock();
    try {
      counted.remove(channel);
      strangers.remove(channel);
    } finally {
      lock.unlock();
    }
  }
}
