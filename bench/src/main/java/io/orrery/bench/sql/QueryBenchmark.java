// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.RawLoad.Requests;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.ServerProcess.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Queries over 100,000 or more items of 1 KB, in rounds that ask every server the same; only
/// ratios within a round count, and of these the medians. PostgreSQL takes part where it is
/// installed. The npm emulator is asked over 10,000 items, and at the end once for a scan of as
/// many as the others have, which takes it more than a minute. Our server is asked over 10,000
/// items, too: what an index answers should cost the same where the answer is the same. That is all
/// that is measured with more than 100,000 items.
public final class QueryBenchmark {
  private static final int FEW = 10_000;
  private static final int ROUNDS = 3;

  /// Windows of each question before anything counts: servers are measured as they are after a
  /// while, and a JVM takes about a minute.
  private static final int WARM_UP = 5;

  /// With more than that, our server is compared with itself alone.
  private static final int COMPARED_MAX = 100_000;

  private static final int CALLERS = 16;
  private static final int LOADERS = 64;
  private static final Duration AMPLE = Duration.ofMinutes(30);

  private final int items;
  private final Duration window;
  private final ServerProcess orrery;
  private final ServerProcess npm;
  private final Optional<Postgres> postgres;
  private final SignedRequests many = new SignedRequests("items");
  private final SignedRequests few = new SignedRequests("few");

  private record Round(Window orrery, Window orreryFew, Window postgres, Window npm) {
    static final Window NONE = new Window(Double.NaN, Double.NaN);
  }

  private QueryBenchmark(
      int items,
      Duration window,
      ServerProcess orrery,
      ServerProcess npm,
      Optional<Postgres> postgres)
      throws GeneralSecurityException {
    this.items = items;
    this.window = window;
    this.orrery = orrery;
    this.npm = npm;
    this.postgres = postgres;
  }

  /// Takes the milliseconds of one window and the number of items, a multiple of 10,000.
  public static void main(String[] arguments) throws Exception {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 3000);
    int items = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10 * FEW;
    Path target = Files.createDirectories(Path.of("target")).toAbsolutePath();
    Path root = Files.createTempDirectory(target, "query");
    Optional<Postgres> postgres = items > COMPARED_MAX ? Optional.empty() : Postgres.start(items);
    try (var orrery = Peers.orrery(Files.createDirectories(root.resolve("orrery")));
        var npm = Peers.npmEmulator(target.resolve("npm-emulator"), true)) {
      new QueryBenchmark(items, window, orrery, npm, postgres).run();
    } finally {
      if (postgres.isPresent()) {
        postgres.get().close();
      }
      SqlBenchmark.delete(root);
    }
  }

  private void run() throws IOException, InterruptedException {
    orrery.measure(once(List.of(many.createDatabase())), 1, AMPLE);
    load(orrery, few, FEW);
    load(orrery, many, items);
    List<Question> questions =
        Stream.of(Question.values())
            .filter(question -> items <= COMPARED_MAX || question.isSameWithFewer())
            .toList();
    for (Question question : questions) {
      orrery.measure(requests(many, question), CALLERS, window.multipliedBy(WARM_UP));
    }
    if (items <= COMPARED_MAX) {
      compare(questions);
    } else {
      measureGrowth(questions);
    }
  }

  private void measureGrowth(List<Question> questions) throws IOException {
    System.out.printf(
        "question                     CPU with %,d items, of that with 10,000%n", items);
    for (Question question : questions) {
      double[] costs = new double[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        costs[i] =
            orrery.measure(requests(many, question), CALLERS, window).cpuMicros()
                / orrery.measure(requests(few, question), CALLERS, window).cpuMicros();
      }
      System.out.printf("%-28s %10.2f%n", question.title(), Numbers.median(costs));
    }
  }

  private void compare(List<Question> questions) throws IOException, InterruptedException {
    npm.measure(once(List.of(many.createDatabase())), 1, AMPLE);
    load(npm, few, FEW);
    System.out.println(
        "question                     per second   x PostgreSQL   target        CPU x PostgreSQL"
            + "   x npm with 10,000 items   CPU, of that with 10,000");
    double scans = 0;
    for (Question question : questions) {
      List<Round> measured = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        measured.add(round(question));
      }
      print(question, measured);
      if (question == Question.SCAN) {
        scans = median(measured, each -> each.orrery().perSecond());
      }
    }
    if (postgres.isEmpty()) {
      System.out.println("PostgreSQL is not installed here: apt-get install postgresql");
    }
    load(npm, many, items);
    Requests scan = once(List.of(many.query(Question.SCAN.query(0))));
    System.out.printf(
        "The scan is %,.0f x npm with %,d items.%n",
        scans / npm.measure(scan, 1, AMPLE).perSecond(), items);
  }

  private static void load(ServerProcess server, SignedRequests signed, int count)
      throws IOException {
    server.measure(once(List.of(signed.createContainer())), 1, AMPLE);
    for (int first = 0; first < count; first += FEW) {
      server.measure(once(signed.creates(first, FEW)), LOADERS, AMPLE);
    }
  }

  private static Requests once(List<byte[]> requests) {
    var each = requests.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }

  private Round round(Question question) throws IOException, InterruptedException {
    Window ours = orrery.measure(requests(many, question), CALLERS, window);
    Window oursFew = orrery.measure(requests(few, question), CALLERS, window);
    Window theirs =
        postgres.isPresent() ? postgres.get().measure(question, CALLERS, window) : Round.NONE;
    Window emulated =
        question.isEmulated() ? npm.measure(requests(few, question), 1, window) : Round.NONE;
    return new Round(ours, oursFew, theirs, emulated);
  }

  /// The numbers one after the other, as if by chance.
  private static Requests requests(SignedRequests signed, Question question) {
    List<byte[]> requests = new ArrayList<>();
    for (int i = 0; i < question.numbers(); i++) {
      requests.add(signed.query(question.query(i * 7919 % question.numbers())));
    }
    return new Requests() {
      private int next;

      @Override
      public byte[] next() {
        next = next + 1 < requests.size() ? next + 1 : 0;
        return requests.get(next);
      }
    };
  }

  private static void print(Question question, List<Round> measured) {
    double toPostgres =
        median(measured, each -> each.orrery().perSecond() / each.postgres().perSecond());
    System.out.printf(
        "%-28s %10.1f %14.2f   %-11s %16.2f %25s %26s%n",
        question.title(),
        median(measured, each -> each.orrery().perSecond()),
        toPostgres,
        target(question, toPostgres),
        median(measured, each -> each.orrery().cpuMicros() / each.postgres().cpuMicros()),
        question.isEmulated()
            ? "%,.0f"
                .formatted(
                    median(measured, each -> each.orrery().perSecond() / each.npm().perSecond()))
            : "",
        question.isSameWithFewer()
            ? "%.2f"
                .formatted(
                    median(
                        measured, each -> each.orrery().cpuMicros() / each.orreryFew().cpuMicros()))
            : "");
  }

  private static String target(Question question, double reached) {
    if (question.target() == 0 || Double.isNaN(reached)) {
      return "";
    }
    return "%.2f %s".formatted(question.target(), reached >= question.target() ? "ok" : "MISSED");
  }

  private static double median(List<Round> rounds, Function<Round, Double> number) {
    return Numbers.median(rounds.stream().mapToDouble(number::apply).toArray());
  }
}
