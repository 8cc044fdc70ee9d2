// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.testkit.LocalEngine;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// The process that is killed: opens the data directory and writes without end, telling its parent
/// before and after everything it does.
final class CrashChild {
  /// How operations may end that found nothing to do, or the engine busy; with any other end the
  /// test has failed.
  private static final Set<ErrorCode> REFUSALS =
      EnumSet.of(
          ErrorCode.NOT_FOUND,
          ErrorCode.CONFLICT,
          ErrorCode.INVALID_ARGUMENT,
          ErrorCode.RANGE_GONE);

  private CrashChild() {}

  /// Directory, seed, and a number above all that earlier processes gave to items.
  public static void main(String[] arguments) {
    // The pipe is for the parent; whoever logs, logs to the other stream.
    System.setOut(System.err);
    Channel channel = new Channel();
    channel.send(Channel.OPENING);
    LocalEngine engine = Shop.open(Path.of(arguments[0]));
    Shop.furnish(engine.plane());
    long seed = Long.parseLong(arguments[1]);
    long firstNumber = Long.parseLong(arguments[2]);
    channel.send(Channel.READY);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Shop.WRITERS; i++) {
        Random random = new Random(seed * 31 + i);
        Workload workload =
            i == Shop.BUILDER
                ? new BuilderWorkload(engine, random, firstNumber)
                : new WriterWorkload(engine, i, random, firstNumber + i * 1_000_000L);
        threads.execute(() -> run(channel, workload));
      }
    }
  }

  private static void run(Channel channel, Workload workload) {
    while (true) {
      Workload.Step step = workload.next();
      int writer = step.intent().writer();
      channel.send(step.intent().line());
      try {
        channel.send((step.action().run() ? Channel.ACKNOWLEDGED : Channel.REFUSED) + writer);
      } catch (OrreryException e) {
        boolean busy =
            e.code() == ErrorCode.UNAVAILABLE && step.intent().kind() == Intent.Kind.SPLIT;
        if (!busy && !REFUSALS.contains(e.code())) {
          channel.send(
              Channel.FAILED + step.intent().line() + ": " + e.code() + " " + e.getMessage());
          return;
        }
        channel.send(Channel.REFUSED + writer);
      } catch (RuntimeException | Error e) {
        channel.send(Channel.FAILED + step.intent().line() + ": " + e);
        throw e;
      }
    }
  }
}
