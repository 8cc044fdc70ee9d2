// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `orrery rehearse`: asks a server for what applications ask most, over and over. The launcher has
/// it done once after a build: the JVM notes what is run often, and every later start knows at once
/// what to compile, and how. Leaves a database behind, so it is for a server that is thrown away.
@Command(
    name = "rehearse",
    hidden = true,
    description = "Asks a server that is thrown away for what applications ask most.",
    mixinStandardHelpOptions = true)
final class RehearseCommand implements Callable<Integer> {
  private static final int CALLERS = 16;
  private static final int REQUESTS_PER_ORDER = 10;

  @Mixin private Connection connection = new Connection();

  @Option(
      names = "--requests",
      defaultValue = "40000",
      description = "how many, of all kinds together (40000)")
  private int requests = 40_000;

  @Override
  public Integer call() throws InterruptedException {
    Account account = connection.account();
    Rehearsal rehearsal = new Rehearsal(Math.max(1, requests / REQUESTS_PER_ORDER));
    rehearsal.preparation().forEach(each -> account.send(each).require());
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        callers.add(threads.submit(() -> ask(account, rehearsal, next)));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    } catch (ExecutionException e) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The rehearsal ended early: " + e.getCause(), e);
    }
    return 0;
  }

  private void ask(Account account, Rehearsal rehearsal, AtomicInteger next) {
    for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
      Reply _ = account.send(rehearsal.call(number)).require();
    }
  }
}
