// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import io.orrery.query.plan.Binder;
import io.orrery.query.plan.Signatures;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.testkit.query.Dice;
import io.orrery.testkit.query.Expected;
import io.orrery.testkit.query.RandomDocuments;
import io.orrery.testkit.query.RandomQueries;
import io.orrery.testkit.query.SameRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One set of documents under one policy, or between two, and random queries on it.
final class AgreementRun {
  private static final String ONE = "one";
  private static final String SEVEN = "seven";
  private static final List<Integer> PAGE_SIZES = List.of(1, 2, 7, 100);
  private static final int FEW = 40;
  private static final int MANY = 300;

  private static final List<List<RandomQueries.Key>> COMPOSITE_KEYS =
      List.of(
          List.of(new RandomQueries.Key("s", false), new RandomQueries.Key("n", true)),
          List.of(
              new RandomQueries.Key("n", false),
              new RandomQueries.Key("o.x", false),
              new RandomQueries.Key("s", false)));

  private static final List<String> ORDERED = List.of("n", "s", "i", "f", "o.x", "mixed", "id");

  private static final List<IndexingPolicy> POLICIES =
      List.of(
          IndexingPolicy.ALL,
          policy(List.of("/*"), List.of()),
          policy(List.of("/*"), List.of("/s/?", "/tags/*", "/o/*")),
          policy(List.of("/n/?", "/tags/[]/?", "/s/?"), List.of("/*")),
          policy(List.of("/*", "/o/x/?"), List.of("/o/*", "/mixed/*", "/list/*", "/f/?")),
          IndexingPolicy.NONE);

  private final long seed;
  private final Dice dice;
  private final List<String> documents;
  private final List<QueriedItem> items;
  private final IndexingPolicy policy;
  private final @Nullable IndexingPolicy next;
  private final RandomQueries queries;
  private int refused;
  private int lost;

  AgreementRun(long seed) {
    this.seed = seed;
    this.dice = new Dice(seed);
    this.documents =
        new RandomDocuments(dice, true).documents(dice.between(1, dice.chance(5) ? MANY : FEW));
    this.items = documents.stream().map(json -> QueriedItem.of(SameRow.value(json))).toList();
    this.policy = dice.oneOf(POLICIES);
    this.next = dice.chance(30) ? dice.oneOf(POLICIES) : null;
    this.queries = new RandomQueries(dice, possible());
  }

  private static IndexingPolicy policy(List<String> included, List<String> excluded) {
    List<CompositeIndex> composites =
        Stream.of(0, 1)
            .map(
                id ->
                    new CompositeIndex(
                        id,
                        COMPOSITE_KEYS.get(id).stream()
                            .map(key -> new CompositeIndex.Part(path(key.path()), key.descending()))
                            .toList()))
            .toList();
    return new IndexingPolicy(
        true,
        included.stream().map(IndexPath::parse).toList(),
        excluded.stream().map(IndexPath::parse).toList(),
        List.of(),
        composites);
  }

  private static PropertyPath path(String dotted) {
    return PropertyPath.parse("/" + dotted.replace('.', '/'));
  }

  /// Orders that both policies can serve.
  private RandomQueries.Possible possible() {
    List<IndexingPolicy> both = next == null ? List.of(policy) : List.of(policy, next);
    List<String> ordered =
        ORDERED.stream()
            .filter(
                name ->
                    both.stream()
                        .allMatch(
                            each ->
                                each.indexes(
                                    Stream.of(name.split("\\."))
                                        .<IndexPath.Segment>map(IndexPath.Name::new)
                                        .toList())))
            .toList();
    boolean composites = both.stream().noneMatch(each -> each.composites().isEmpty());
    return new RandomQueries.Possible(ordered, composites ? COMPOSITE_KEYS : List.of(), false);
  }

  /// How many queries could not be compared, because the evaluator refuses them.
  int refused() {
    return refused;
  }

  /// How many queries could not go on, because the policy changed under them.
  int lost() {
    return lost;
  }

  void run(int count) {
    try (QueryWorld world = new QueryWorld()) {
      world.create(ONE, policy, 1, documents);
      world.create(SEVEN, policy, 7, documents);
      if (next != null) {
        world.changePolicy(ONE, next, dice.below(documents.size() + 2));
        world.changePolicy(SEVEN, next, dice.below(documents.size() / 4 + 2));
      }
      for (int i = 0; i < count; i++) {
        compare(world, i >= count * 3 / 4);
      }
    }
  }

  private void compare(QueryWorld world, boolean moving) {
    String text = queries.query();
    Query query = parse(text);
    Expected expected;
    try {
      expected = Expected.of(query, SqlQueries.SETTINGS, items);
    } catch (OrreryException e) {
      refused++;
      return;
    }
    for (String container : List.of(ONE, SEVEN)) {
      for (int size : documents.size() > FEW ? PAGE_SIZES.subList(2, 4) : PAGE_SIZES) {
        compare(world, container, text, expected, size, () -> {});
      }
    }
    if (moving) {
      compare(world, ONE, text, expected, dice.oneOf(PAGE_SIZES), () -> move(world, ONE));
    }
  }

  private Query parse(String text) {
    try {
      Query query = Parser.parse(text);
      Binder.check(query, AgreementRun::signature);
      return query;
    } catch (OrreryException e) {
      throw new AssertionError("seed %d made no query: %s".formatted(seed, text), e);
    }
  }

  private static Signatures.@Nullable Signature signature(String name) {
    Function function = Functions.find(name);
    return function == null
        ? null
        : new Signatures.Signature(name, function.argumentsMin(), function.argumentsMax());
  }

  private void move(QueryWorld world, String container) {
    switch (dice.below(6)) {
      case 0 -> world.split(container, dice.below(100));
      case 1 -> world.restart();
      case 2 -> world.maintain(container, dice.between(1, 10));
      default -> {} // Nothing happens between most pages.
    }
  }

  private void compare(
      QueryWorld world,
      String container,
      String text,
      Expected expected,
      int size,
      Runnable between) {
    List<String> rows = List.of();
    Optional<String> difference;
    try {
      rows = world.rows(container, parse(text), size, between);
      difference = expected.difference(rows);
    } catch (OrreryException e) {
      // An index that a query goes along may not be kept any more.
      if (next != null && e.code() == ErrorCode.INVALID_ARGUMENT) {
        lost++;
        return;
      }
      throw new AssertionError(message(container, text, size) + "\nwas refused", e);
    } catch (RuntimeException e) {
      throw new AssertionError(message(container, text, size) + "\nfailed", e);
    }
    if (difference.isPresent()) {
      throw new AssertionError(
          message(container, text, size)
              + "\n%s\nrows %s\nexpected %s\nof\n%s"
                  .formatted(difference.get(), rows, expected, String.join("\n", documents)));
    }
  }

  private String message(String container, String text, int size) {
    return "-Dorrery.query.seed=%d\n%s\nin container %s, pages of %d, policy %s, then %s"
        .formatted(seed, text, container, size, policy, next);
  }
}
