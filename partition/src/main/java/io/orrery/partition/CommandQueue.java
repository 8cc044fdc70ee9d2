// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.log.Proposal;
import io.orrery.partition.log.ProposalFailure;
import io.orrery.partition.log.ProposalFailure.Fate;
import io.orrery.plan.update.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Commands that wait for their partition, and the one writer that takes them in groups.
///
/// While a group is being written the next one gathers: the busier the partition, the larger its
/// groups, and the fewer synchronisations of the disk each command pays for. As long as nobody gets
/// in anybody's way, the submitter is the writer of its own command, which spares two changes of
/// threads. What gathers behind it gets a writer of its own, a virtual thread, which stays until
/// nothing waits.
///
/// Everyone who waits gets an outcome, whatever is thrown in here: tickets end before anything is
/// logged, and nothing is allocated to end them.
final class CommandQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommandQueue.class);

  /// How long a command that has begun is waited for beyond its caller's patience. A disk that
  /// takes longer may take for ever.
  private static final Duration OUTCOME_PATIENCE = Duration.ofSeconds(60);

  private static final String TOO_LATE = "its turn did not come in time";
  private static final String GAVE_UP = "its caller gave up";

  /// A command on its way.
  static final class Ticket implements Proposal {
    private final Command command;
    private final CountDownLatch done = new CountDownLatch(1);
    private @Nullable Outcome outcome;
    private @Nullable Throwable failure;
    private boolean open;

    private Ticket(Command command) {
      this.command = command;
    }

    @Override
    public Command command() {
      return command;
    }

    @Override
    public void succeed(Outcome result) {
      outcome = result;
    }

    @Override
    public void refuse(Throwable why) {
      failure = why;
    }

    @Override
    public void leaveOpen(Throwable why) {
      failure = why;
      open = true;
    }

    /// Why there is no outcome; null if there is one.
    @Nullable Throwable failure() {
      return failure;
    }

    private boolean hasEnded() {
      return outcome != null || failure != null;
    }
  }

  /// Carries groups out, as a [io.orrery.partition.log.PartitionLog] does.
  @FunctionalInterface
  interface Writer {
    int propose(List<Ticket> group, int from);
  }

  private final String name;
  private final Partition.QueueLimits limits;
  private final Writer writer;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  // All below guarded by lock.
  private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();
  private boolean running;

  /// Whether the last group was a single command and nothing waited behind it.
  private boolean quiet = true;

  private @Nullable Throwable stopped;

  CommandQueue(String name, Partition.QueueLimits limits, Writer writer) {
    this.name = name;
    this.limits = limits;
    this.writer = writer;
  }

  Outcome submit(Command command, Duration patience) {
    Ticket ticket = new Ticket(command);
    if (mayWrite(ticket, patience)) {
      carryOutAlone(ticket);
    } else {
      await(ticket, patience);
    }
    if (ticket.failure != null) {
      throw refusal(ticket.failure, ticket.open ? Fate.UNKNOWN : Fate.NOT_CARRIED_OUT);
    }
    if (ticket.outcome == null) {
      throw new IllegalStateException("the " + name + " forgot a command");
    }
    return ticket.outcome;
  }

  /// Why the queue takes no more commands; null while it does.
  @Nullable Throwable stopped() {
    lock.lock();
    try {
      return stopped;
    } finally {
      lock.unlock();
    }
  }

  /// How many commands wait for a writer.
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /// A new one for each caller: its stack trace tells where the caller stood.
  private ProposalFailure refusal(Throwable cause, Fate fate) {
    return switch (cause) {
      case ProposalFailure known ->
          new ProposalFailure(
              known.fate(), known.code(), String.valueOf(known.getMessage()), known);
      case OrreryException known ->
          new ProposalFailure(fate, known.code(), String.valueOf(known.getMessage()), known);
      case OutOfMemoryError _ when fate == Fate.NOT_CARRIED_OUT ->
          new ProposalFailure(
              fate,
              ErrorCode.UNAVAILABLE,
              "There was no memory left for the command; nothing of it was carried out, try again.",
              cause);
      default ->
          new ProposalFailure(
              fate,
              ErrorCode.INTERNAL,
              (fate == Fate.UNKNOWN
                      ? "The command for the %s failed, and what became of it is open: %s"
                      : "The command for the %s failed, and nothing of it was carried out: %s")
                  .formatted(name, cause),
              cause);
    };
  }

  /// True if the caller is the writer now; otherwise its ticket waits for one.
  private boolean mayWrite(Ticket ticket, Duration patience) {
    lock.lock();
    try {
      if (stopped != null) {
        throw refusal(stopped, Fate.NOT_CARRIED_OUT);
      }
      if (waiting.size() >= limits.commandsMax()) {
        throw new ProposalFailure(
            Fate.NOT_CARRIED_OUT,
            ErrorCode.UNAVAILABLE,
            "The %s has %d commands waiting already.".formatted(name, waiting.size()),
            null);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw notCarriedOut(ErrorCode.CANCELLED, GAVE_UP);
      }
      if (!patience.isPositive()) {
        throw notCarriedOut(ErrorCode.DEADLINE_EXCEEDED, TOO_LATE);
      }
      if (running) {
        waiting.add(ticket);
        return false;
      }
      if (quiet) {
        running = true;
        return true;
      }
      Thread fresh = newWriter();
      waiting.add(ticket);
      start(fresh);
      return false;
    } finally {
      lock.unlock();
    }
  }

  private Thread newWriter() {
    return Thread.ofVirtual().name(name).unstarted(this::drain);
  }

  private void start(Thread fresh) {
    running = true;
    boolean started = false;
    try {
      fresh.start();
      started = true;
    } finally {
      if (!started) {
        running = false;
        waiting.clear(); // Nobody else can have come: the lock is held.
      }
    }
  }

  /// The caller's thread may be interrupted meanwhile: nothing on the way takes notice of that.
  private void carryOutAlone(Ticket ticket) {
    try {
      carryOut(List.of(ticket), 0);
    } catch (OutOfMemoryError e) {
      // Not of the writer: there is no memory even for a list.
      ticket.refuse(e);
    } finally {
      handOn();
    }
  }

  /// The caller goes back to its own affairs: who has come meanwhile gets another writer.
  private void handOn() {
    lock.lock();
    try {
      quiet = waiting.isEmpty();
      if (quiet) {
        running = false;
        idle.signalAll();
      } else {
        newWriter().start();
      }
    } catch (RuntimeException | Error e) {
      // There is no memory for another thread. The next command finds a new writer.
      dismiss(e, false);
      report(e);
    } finally {
      lock.unlock();
    }
  }

  private void await(Ticket ticket, Duration patience) {
    boolean interrupted = false;
    try {
      if (ticket.done.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
      withdraw(ticket, ErrorCode.DEADLINE_EXCEEDED, TOO_LATE);
    } catch (InterruptedException _) {
      interrupted = true;
      withdraw(ticket, ErrorCode.CANCELLED, GAVE_UP);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Takes the ticket back if its turn has not come; otherwise waits for its end.
  private void withdraw(Ticket ticket, ErrorCode code, String reason) {
    lock.lock();
    try {
      if (waiting.remove(ticket)) {
        throw notCarriedOut(code, reason);
      }
    } finally {
      lock.unlock();
    }
    if (!awaitEnd(ticket.done)) {
      throw new ProposalFailure(
          Fate.UNKNOWN,
          ErrorCode.DEADLINE_EXCEEDED,
          "The command for the %s has begun and does not end; what becomes of it is open."
              .formatted(name),
          null);
    }
  }

  private ProposalFailure notCarriedOut(ErrorCode code, String reason) {
    return new ProposalFailure(
        Fate.NOT_CARRIED_OUT,
        code,
        "The command for the %s was not carried out: %s.".formatted(name, reason),
        null);
  }

  /// An interrupt does not end this wait, since the outcome would be unknown; it begins anew.
  private static boolean awaitEnd(CountDownLatch latch) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return latch.await(OUTCOME_PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void drain() {
    try {
      for (List<Ticket> group = take(); !group.isEmpty(); group = take()) {
        for (int done = 0; done < group.size(); ) {
          done = carryOut(group, done);
        }
      }
    } catch (RuntimeException | Error e) {
      // Not of the writer, but of taking: there is no memory even for that. The next command finds
      // a new writer.
      dismiss(e, false);
      report(e);
    }
  }

  /// Gives where in the group to go on.
  private int carryOut(List<Ticket> group, int from) {
    Throwable failure = null;
    int to = group.size();
    try {
      to = from + writer.propose(group, from);
    } catch (RuntimeException | Error e) {
      failure = e;
      stop(e);
    }
    for (int i = from; i < to; i++) {
      Ticket ticket = group.get(i);
      if (failure != null && !ticket.hasEnded()) {
        ticket.leaveOpen(failure);
      }
      ticket.done.countDown();
    }
    if (failure != null) {
      report(failure);
    }
    return to;
  }

  private void report(Throwable cause) {
    try {
      LOG.error("the {} stopped", name, cause);
    } catch (RuntimeException | Error _) {
      // Without memory there is no log either. Those who waited know, and readiness tells.
    }
  }

  private List<Ticket> take() {
    lock.lock();
    try {
      List<Ticket> group = new ArrayList<>(Math.min(waiting.size(), limits.groupCommandsMax()));
      long bytes = 0;
      for (Ticket next = waiting.peek(); next != null; next = waiting.peek()) {
        bytes += bytes(next.command);
        boolean full = group.size() >= limits.groupCommandsMax() || bytes > limits.groupBytesMax();
        if (!group.isEmpty() && (full || StateMachine.scans(next.command))) {
          break;
        }
        group.add(next);
        waiting.remove();
      }
      if (group.isEmpty()) {
        running = false;
        idle.signalAll();
      } else {
        quiet = group.size() == 1 && waiting.isEmpty();
      }
      return group;
    } finally {
      lock.unlock();
    }
  }

  private static long bytes(Command command) {
    long bytes = 64;
    if (command instanceof Command.Write write) {
      bytes += 64L * write.expectations().size();
      for (Operation operation : write.operations()) {
        bytes +=
            switch (operation) {
              case Operation.Create create -> create.item().body().length;
              case Operation.Replace replace -> replace.item().body().length;
              case Operation.Upsert upsert -> upsert.item().body().length;
              case Operation.Delete _, Operation.Read _ -> 64;
              case Operation.Modify modify -> bytes(modify);
              case Operation.Merge merge -> 256L * merge.cells().size();
            };
      }
    }
    return bytes;
  }

  /// About as much as its values have; exactly is not worth encoding them.
  private static long bytes(Operation.Modify modify) {
    long insert = modify.insert() == null ? 0 : modify.insert().body().length;
    return insert + 256L * modify.update().edits().size();
  }

  private void stop(Throwable reason) {
    lock.lock();
    try {
      if (stopped == null) {
        stopped = reason;
      }
      dismiss(reason, running);
    } finally {
      lock.unlock();
    }
  }

  /// Ends all that wait.
  ///
  /// @param stillRunning whether the writer goes on
  private void dismiss(Throwable reason, boolean stillRunning) {
    lock.lock();
    try {
      for (Ticket ticket = waiting.poll(); ticket != null; ticket = waiting.poll()) {
        ticket.refuse(reason);
        ticket.done.countDown();
      }
      running = stillRunning;
      if (!running) {
        idle.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    stop(new OrreryException(ErrorCode.UNAVAILABLE, "The " + name + " is closed."));
    lock.lock();
    try {
      while (running) {
        idle.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
