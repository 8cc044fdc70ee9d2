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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Queries over 100,000 or more items of 1 KB, in rounds that ask every server the same; only
/// ratios within a round count, and of these the medians. PostgreSQL takes part where it is
/// installed. The npm emulator is asked over 10,000 items, and at the end once over as many as the
/// others have, since that takes it minutes. Our server is asked over 10,000 items, too: what an
/// index answers should cost the same where the answer is the same.
public final class QueryBenchmark {
  private static final int FEW = 10_000;
  private static final int ROUNDS = 3;

  /// Windows of each question before anything counts: servers are measured as they are after a
  /// while, and a JVM takes about a minute.
  private static final int WARM_UP = 5;

  /// More than that, the npm emulator does not hold.
  private static final int NPM_MAX = 100_000;

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
    Optional<Postgres> postgres = Postgres.start(items);
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
    for (ServerProcess server : List.of(orrery, npm)) {
      server.measure(once(List.of(many.createDatabase())), 1, AMPLE);
      load(server, few, FEW);
    }
    load(orrery, many, items);
    System.out.println(
        "question                     per second   x PostgreSQL   target        CPU x PostgreSQL"
            + "   x npm with 10,000 items   CPU, of that with 10,000");
    for (Question question : Question.values()) {
      orrery.measure(requests(many, question), CALLERS, window.multipliedBy(WARM_UP));
    }
    Map<Question, Double> rates = new EnumMap<>(Question.class);
    for (Question question : Question.values()) {
      List<Round> measured = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        measured.add(round(question));
      }
      print(question, measured);
      rates.put(question, median(measured, each -> each.orrery().perSecond()));
    }
    if (postgres.isEmpty()) {
      System.out.println("PostgreSQL is not installed here: apt-get install postgresql");
    }
    if (items <= NPM_MAX) {
      compareWithNpm(rates);
    }
  }

  /// Over the same items, each question once.
  private void compareWithNpm(Map<Question, Double> rates) throws IOException {
    load(npm, many, items);
    System.out.printf("%nquestion                     x npm with %,d items%n", items);
    for (Map.Entry<Question, Double> rate : rates.entrySet()) {
      Question question = rate.getKey();
      if (question.isEmulated()) {
        var once = once(List.of(many.query(question.query(0))));
        double theirs = npm.measure(once, 1, AMPLE).perSecond();
        System.out.printf("%-28s %,10.0f%n", question.title(), rate.getValue() / theirs);
      }
    }
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
    for (int i = 0; i < Math.min(question.numbers(), 500); i++) {
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
