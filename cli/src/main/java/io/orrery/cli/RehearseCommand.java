// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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
      description = "how many for each API, of all kinds together (40000)")
  private int requests = 40_000;

  @Option(
      names = "--table-endpoint",
      paramLabel = "URL",
      description = "where its Table API answers (default: that is not asked)")
  private @Nullable String tableEndpoint;

  @Option(
      names = "--mongo-endpoint",
      paramLabel = "URL",
      description = "where its MongoDB API answers, without TLS (default: that is not asked)")
  private @Nullable URI mongoEndpoint;

  @Override
  public Integer call() throws InterruptedException {
    int orders = Math.max(1, requests / REQUESTS_PER_ORDER);
    rehearse(new SqlRehearsal(connection.account(), orders));
    if (tableEndpoint != null) {
      rehearse(new TableRehearsal(connection.tables(tableEndpoint), orders));
    }
    if (mongoEndpoint != null) {
      ScramLogin login = new ScramLogin(Connection.ACCOUNT, connection.key());
      try (var mongo = new MongoRehearsal(mongoEndpoint, login, orders, CALLERS)) {
        rehearse(mongo);
      }
    }
    return 0;
  }

  private void rehearse(Rehearsal rehearsal) throws InterruptedException {
    rehearsal.prepare();
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        callers.add(threads.submit(() -> ask(rehearsal, next)));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    } catch (ExecutionException e) {
      throw new CommandFailure(
          CommandFailure.Kind.FAILED, "The rehearsal ended early: " + e.getCause(), e);
    }
  }

  private void ask(Rehearsal rehearsal, AtomicInteger next) {
    for (int number = next.getAndIncrement(); number < requests; number = next.getAndIncrement()) {
      rehearsal.ask(number);
    }
  }
}
