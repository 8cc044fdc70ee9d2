// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Direction;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.storage.Batch;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same commands give the same bytes and the same outcomes, however they come: one by one, as
/// bytes of a log, with restarts in between, in groups, in another kind of store.
class CatalogDeterminismTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int COMMANDS = 3000;

  private static List<CatalogCommand> commands(long seed) {
    RandomCommands random = new RandomCommands(new Random(seed));
    List<CatalogCommand> commands = new ArrayList<>();
    // Keys are the first that is ever written.
    commands.add(random.ofEachKind().getFirst());
    while (commands.size() < COMMANDS) {
      commands.add(random.next());
    }
    return commands;
  }

  private static SortedMap<String, String> dump(Store store) {
    SortedMap<String, String> all = new TreeMap<>();
    for (Family family : Family.values()) {
      try (var cursor = store.scan(family, KeyRange.ALL, Direction.FORWARD)) {
        while (cursor.next()) {
          all.put(
              family + " " + HexFormat.of().formatHex(cursor.key()),
              HexFormat.of().formatHex(cursor.value()));
        }
      }
    }
    return all;
  }

  private static List<String> run(Store store, List<CatalogCommand> commands) {
    Catalog catalog = StoredCatalog.open(store);
    return commands.stream().map(command -> text(catalog.propose(command, PATIENCE))).toList();
  }

  private static String text(CatalogOutcome outcome) {
    return HexFormat.of().formatHex(CatalogOutcomeCodec.encode(outcome));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theSameCommandsGiveTheSameBytes(long seed) {
    List<CatalogCommand> commands = commands(seed);
    Store direct = new MemoryStore();
    List<String> outcomes = run(direct, commands);
    assertThat(outcomes).as("some fit, some do not").contains(text(new CatalogOutcome.Removed()));

    Store replayed = new MemoryStore();
    List<byte[]> log = commands.stream().map(CatalogCommandCodec::encode).toList();
    assertThat(run(replayed, log.stream().map(CatalogCommandCodec::decode).toList()))
        .isEqualTo(outcomes);
    assertThat(dump(replayed)).as("replayed, seed %d", seed).isEqualTo(dump(direct));

    Store restarted = new MemoryStore();
    assertThat(restarting(restarted, commands, new Random(seed))).isEqualTo(outcomes);
    assertThat(dump(restarted)).as("restarted, seed %d", seed).isEqualTo(dump(direct));

    Store grouped = new MemoryStore();
    assertThat(grouping(grouped, commands, new Random(seed))).isEqualTo(outcomes);
    assertThat(dump(grouped)).as("in groups, seed %d", seed).isEqualTo(dump(direct));
  }

  @Test
  void anotherStoreHasTheSameBytes(@TempDir Path directory) {
    List<CatalogCommand> commands = commands(4).subList(0, 300);
    Store direct = new MemoryStore();
    List<String> outcomes = run(direct, commands);
    try (Store rocks = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      assertThat(run(rocks, commands)).isEqualTo(outcomes);
      assertThat(dump(rocks)).isEqualTo(dump(direct));
    }
  }

  /// What is in memory is what is in the store, key by key.
  @Test
  void memoryAndStoreAgree() {
    Store store = new MemoryStore();
    StoredCatalog catalog = StoredCatalog.open(store);
    for (CatalogCommand command : commands(5)) {
      catalog.propose(command, PATIENCE);
    }
    SortedMap<String, String> memory = new TreeMap<>();
    CatalogKey everything = new CatalogKey(CatalogLayout.all().from());
    for (CatalogRecord record : catalog.view().within(everything)) {
      memory.put(
          Family.META + " " + CatalogLayout.key(record), HexFormat.of().formatHex(record.encode()));
    }
    assertThat(memory).isEqualTo(dump(store));
  }

  private static List<String> restarting(
      Store store, List<CatalogCommand> commands, Random random) {
    List<String> outcomes = new ArrayList<>();
    for (int from = 0; from < commands.size(); ) {
      int to = Math.min(commands.size(), from + 1 + random.nextInt(100));
      outcomes.addAll(run(store, commands.subList(from, to)));
      from = to;
    }
    return outcomes;
  }

  private static List<String> grouping(Store store, List<CatalogCommand> commands, Random random) {
    List<String> outcomes = new ArrayList<>();
    CatalogState state = CatalogState.read(store);
    for (int from = 0; from < commands.size(); ) {
      int to = Math.min(commands.size(), from + 1 + random.nextInt(100));
      CatalogDraft draft = new CatalogDraft(state);
      CatalogMachine machine = new CatalogMachine(draft);
      commands.subList(from, to).forEach(each -> outcomes.add(text(machine.apply(each))));
      Batch batch = store.newBatch();
      draft.writeTo(batch);
      store.write(batch);
      state.publish(draft);
      from = to;
    }
    return outcomes;
  }
}
