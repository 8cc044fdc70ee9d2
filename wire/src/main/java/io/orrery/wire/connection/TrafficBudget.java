// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// How many bytes all ports together hold for their clients: bodies of requests until they are
/// handled, answers until they are taken. Each may be within its limit, and many of them still be
/// more than the memory there is.
///
/// What is small (up to [#SMALL_BYTES]) may use the whole budget; what is large leaves an eighth of
/// it to the small, and bodies leave a quarter to answers and answers to bodies. So a point read or
/// a small write finds room however many large ones there are.
///
/// A large body that has not arrived whole, and an answer that has not been taken whole, wait for
/// their client and are kept in the order of their age. When something new does not fit, the oldest
/// of those that have waited for [#PATIENCE] are given up, and their connections with them: whoever
/// is slowest pays, not whoever comes next.
public final class TrafficBudget {
  /// About what point reads and writes take, and the most that is accepted of a body before anybody
  /// knows who sends it.
  public static final int SMALL_BYTES = 16 * 1024;

  public static final Duration PATIENCE = Duration.ofSeconds(2);

  public enum Kind {
    BODY,
    ANSWER
  }

  private final long max;
  private final LongSupplier ticker;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong unadmitted = new AtomicLong();
  private final AtomicLong givenUp = new AtomicLong();

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Kind, Long> large = new EnumMap<>(Kind.class); // guarded by lock
  private final SequencedSet<Holding> waiting = new LinkedHashSet<>(); // guarded by lock
  private final List<Runnable> hopeful = new ArrayList<>(); // guarded by lock

  /// Whether anybody is hopeful, for those who give back without the lock.
  private volatile boolean awaited;

  public TrafficBudget(long max, LongSupplier ticker) {
    this.max = max;
    this.ticker = ticker;
  }

  /// A quarter of the heap.
  public static TrafficBudget ofThisProcess(LongSupplier ticker) {
    return new TrafficBudget(Runtime.getRuntime().maxMemory() / 4, ticker);
  }

  /// How much is held.
  public long heldBytes() {
    return held.get();
  }

  /// How many answers and bodies were given up since their clients were too slow.
  public long givenUp() {
    return givenUp.get();
  }

  /// Room for something small.
  boolean take(int bytes) {
    if (held.addAndGet(bytes) <= max) {
      return true;
    }
    held.addAndGet(-bytes);
    return relieve(bytes);
  }

  void giveBack(int bytes) {
    held.addAndGet(-bytes);
    if (awaited) {
      tellOfRoom();
    }
  }

  /// Calls back once, when something is given back. Whoever then finds no room waits again. It must
  /// be quick: it only signals.
  public void onRoom(Runnable signal) {
    lock.lock();
    try {
      hopeful.add(signal);
      awaited = true;
    } finally {
      lock.unlock();
    }
  }

  private void tellOfRoom() {
    lock.lock();
    try {
      awaited = false;
      List<Runnable> told = List.copyOf(hopeful);
      hopeful.clear();
      told.forEach(Runnable::run);
    } finally {
      lock.unlock();
    }
  }

  /// Room for something small that comes from we do not know whom: a sixteenth of all is for these.
  boolean takeUnadmitted(int bytes) {
    if (unadmitted.addAndGet(bytes) <= max / 16 && take(bytes)) {
      return true;
    }
    unadmitted.addAndGet(-bytes);
    return false;
  }

  void giveBackUnadmitted(int bytes) {
    admitted(bytes);
    giveBack(bytes);
  }

  /// These bytes count as everybody's now.
  void admitted(int bytes) {
    unadmitted.addAndGet(-bytes);
  }

  private boolean relieve(int bytes) {
    lock.lock();
    try {
      while (held.get() + bytes > max) {
        if (!giveUpOldest(PATIENCE)) {
          return false;
        }
      }
      held.addAndGet(bytes);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Room for something large; null if there is none.
  public @Nullable Holding hold(Kind kind, int bytes) {
    Holding holding = new Holding(kind);
    return holding.grow(bytes) ? holding : null;
  }

  /// Counts a small answer that is there already and whose client does not take it. If these alone
  /// are too many, the oldest goes at once.
  public Holding holdUntaken(int bytes, Runnable giveUp) {
    Holding holding = new Holding(Kind.ANSWER);
    lock.lock();
    try {
      holding.add(bytes);
      holding.awaitClient(giveUp);
      while (held.get() > max && giveUpOldest(Duration.ZERO)) {}
    } finally {
      lock.unlock();
    }
    return holding;
  }

  /// False if nobody has waited that long.
  private boolean giveUpOldest(Duration patience) {
    if (waiting.isEmpty()) {
      return false;
    }
    Holding oldest = waiting.getFirst();
    if (ticker.getAsLong() - oldest.waitingSinceNanos < patience.toNanos()) {
      return false;
    }
    Runnable giveUp = oldest.giveUp;
    oldest.release();
    givenUp.incrementAndGet();
    if (giveUp != null) {
      giveUp.run();
    }
    return true;
  }

  /// Part of the budget in the hands of one large body or answer.
  public final class Holding {
    private Kind kind; // like all that follows, guarded by lock
    private long bytes;
    private boolean released;
    private long waitingSinceNanos;
    private @Nullable Runnable giveUp;

    private Holding(Kind kind) {
      this.kind = kind;
    }

    /// False if there is no room, or if this was given up meanwhile.
    public boolean grow(int more) {
      lock.lock();
      try {
        while (!released && !fits(more)) {
          if (!giveUpOldest(PATIENCE)) {
            return false;
          }
        }
        if (released) {
          return false;
        }
        add(more);
        return true;
      } finally {
        lock.unlock();
      }
    }

    private boolean fits(int more) {
      return held.get() + more <= max - max / 8
          && large.getOrDefault(kind, 0L) + more <= max - max / 4;
    }

    private void add(int more) {
      bytes += more;
      held.addAndGet(more);
      large.merge(kind, (long) more, Long::sum);
    }

    /// Keeps the room of a body for the answer to it; false if that needs much more.
    public boolean becomeAnswer(int answerBytes) {
      lock.lock();
      try {
        if (released || answerBytes > bytes + SMALL_BYTES) {
          return false;
        }
        add((int) -bytes);
        kind = Kind.ANSWER;
        add(answerBytes);
        return true;
      } finally {
        lock.unlock();
      }
    }

    /// From now on this waits for its client. To give it up must be quick: it only signals.
    public void awaitClient(Runnable whenGivenUp) {
      lock.lock();
      try {
        if (!released && giveUp == null) {
          giveUp = whenGivenUp;
          waitingSinceNanos = ticker.getAsLong();
          waiting.add(this);
        }
      } finally {
        lock.unlock();
      }
    }

    /// The client has done its part.
    public void clientDone() {
      lock.lock();
      try {
        waiting.remove(this);
        giveUp = null;
      } finally {
        lock.unlock();
      }
    }

    /// The bytes are of no use any more. May be called again.
    public void release() {
      lock.lock();
      try {
        if (!released) {
          released = true;
          waiting.remove(this);
          held.addAndGet(-bytes);
          large.merge(kind, -bytes, Long::sum);
          if (awaited) {
            tellOfRoom();
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
