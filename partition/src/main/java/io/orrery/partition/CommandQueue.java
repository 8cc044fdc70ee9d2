// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Operation;
import io.orrery.partition.command.Outcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Commands that wait for their partition, and the one writer that takes them in groups.
///
/// While a group is being written the next one gathers: the busier the partition, the larger its
/// groups, and the fewer synchronisations of the disk each command pays for.
final class CommandQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CommandQueue.class);

  /// A command on its way.
  static final class Ticket {
    final Command command;
    private final CountDownLatch done = new CountDownLatch(1);
    @Nullable Outcome outcome;
    private @Nullable OrreryException failure;

    private Ticket(Command command) {
      this.command = command;
    }
  }

  private final String name;
  private final Partition.QueueLimits limits;
  private final ToIntFunction<List<Ticket>> writer;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  // All below guarded by lock.
  private final ArrayDeque<Ticket> waiting = new ArrayDeque<>();
  private boolean running;
  private @Nullable OrreryException stopped;

  CommandQueue(String name, Partition.QueueLimits limits, ToIntFunction<List<Ticket>> writer) {
    this.name = name;
    this.limits = limits;
    this.writer = writer;
  }

  Outcome submit(Command command, Duration patience) {
    Ticket ticket = new Ticket(command);
    enqueue(ticket);
    await(ticket, patience);
    if (ticket.failure != null) {
      // A new one for each caller: its stack trace tells where the caller stood.
      throw new OrreryException(
          ticket.failure.code(), String.valueOf(ticket.failure.getMessage()), ticket.failure);
    }
    if (ticket.outcome == null) {
      throw new IllegalStateException("the " + name + " forgot a command");
    }
    return ticket.outcome;
  }

  private void enqueue(Ticket ticket) {
    lock.lock();
    try {
      if (stopped != null) {
        throw stopped;
      }
      if (waiting.size() >= limits.commandsMax()) {
        throw new OrreryException(
            ErrorCode.UNAVAILABLE,
            "The %s has %d commands waiting already.".formatted(name, waiting.size()));
      }
      waiting.add(ticket);
      if (!running) {
        running = true;
        Thread.ofVirtual().name(name).start(this::drain);
      }
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
      withdraw(ticket, ErrorCode.DEADLINE_EXCEEDED, "its turn did not come in time");
    } catch (InterruptedException _) {
      interrupted = true;
      withdraw(ticket, ErrorCode.CANCELLED, "its caller gave up");
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
        throw new OrreryException(
            code, "The command for the %s was not carried out: %s.".formatted(name, reason));
      }
    } finally {
      lock.unlock();
    }
    awaitUninterruptibly(ticket.done);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() {
    for (List<Ticket> group = take(); !group.isEmpty(); group = take()) {
      for (int done = 0; done < group.size(); ) {
        done += write(group.subList(done, group.size()));
      }
    }
  }

  /// Runs what the writer takes of the group, and says how much that was; what goes wrong there
  /// stops the queue for good.
  private int write(List<Ticket> group) {
    int written = group.size();
    OrreryException failure = null;
    try {
      written = writer.applyAsInt(group);
    } catch (RuntimeException | Error e) {
      failure =
          e instanceof OrreryException known
              ? known
              : new OrreryException(ErrorCode.INTERNAL, "The " + name + " stopped: " + e, e);
      LOG.error("the {} stopped", name, e);
      stop(failure);
    }
    for (Ticket ticket : group.subList(0, written)) {
      ticket.failure = failure;
      ticket.done.countDown();
    }
    return written;
  }

  private List<Ticket> take() {
    lock.lock();
    try {
      List<Ticket> group = new ArrayList<>();
      long bytes = 0;
      for (Ticket next = waiting.peek(); next != null; next = waiting.peek()) {
        bytes += bytes(next.command);
        boolean full = group.size() >= limits.groupCommandsMax() || bytes > limits.groupBytesMax();
        if (!group.isEmpty() && (full || StateMachine.scans(next.command))) {
          break;
        }
        group.add(waiting.remove());
      }
      if (group.isEmpty()) {
        running = false;
        idle.signalAll();
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
            };
      }
    }
    return bytes;
  }

  private void stop(OrreryException reason) {
    lock.lock();
    try {
      if (stopped == null) {
        stopped = reason;
      }
      for (Ticket ticket : waiting) {
        ticket.failure = reason;
        ticket.done.countDown();
      }
      waiting.clear();
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
