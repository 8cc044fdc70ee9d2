// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.put;
import static io.orrery.storage.Family.ITEMS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files are named, never taken for an empty or older store, and never made worse.
class DamageTest {
  private static final int KEYS = 400;

  @TempDir private Path parent;
  private Path tables;
  private Path log;

  /// Two directories: one closed, with everything in tables; one as a crash leaves it, with
  /// everything in the log.
  @BeforeEach
  void makeDirectories() throws Exception {
    tables = parent.resolve("tables");
    log = Files.createDirectory(parent.resolve("log"));
    Random random = new Random(3);
    try (Store store = RocksStore.open(tables, RocksSettings.DEFAULT)) {
      for (int i = 0; i < KEYS; i++) {
        byte[] value = new byte[1000];
        random.nextBytes(value);
        Batch batch = store.newBatch();
        batch.put(ITEMS, key(i), value);
        store.write(batch);
      }
      for (Path file : files(tables, "")) {
        Files.copy(file, log.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void undamagedDirectoriesOpen() {
    for (Path directory : List.of(tables, log)) {
      assertThat(keysIn(directory)).isEqualTo(KEYS);
    }
  }

  @Test
  void aMissingCurrentIsDamage() throws Exception {
    Files.delete(tables.resolve("CURRENT"));
    requireDamaged(tables, "CURRENT");
  }

  @Test
  void aMissingManifestIsDamage() throws Exception {
    Files.delete(only(tables, "MANIFEST"));
    requireDamaged(tables, "MANIFEST");
  }

  @Test
  void aTruncatedManifestIsDamage() throws Exception {
    truncate(only(tables, "MANIFEST"), 0.5);
    requireDamaged(tables, "damaged");
  }

  @Test
  void aMissingTableIsDamage() throws Exception {
    Files.delete(only(tables, ".sst"));
    requireDamaged(tables, ".sst");
  }

  @Test
  void aTruncatedTableIsDamage() throws Exception {
    truncate(only(tables, ".sst"), 0.5);
    requireDamaged(tables, ".sst");
  }

  @Test
  void aFlippedByteInATableFailsReadsOfItsBlock() throws Exception {
    flip(only(tables, ".sst"), 0.5);
    try (Store store = RocksStore.open(tables, RocksSettings.DEFAULT)) {
      List<byte[]> keys = new ArrayList<>();
      int failed = 0;
      for (int i = 0; i < KEYS; i++) {
        keys.add(key(i));
        failed += isReadable(store, key(i)) ? 0 : 1;
      }
      assertThat(failed).isBetween(1, KEYS / 4);
      assertThat(store.metrics().damagedReads()).isEqualTo(failed);
      requireCorrupted(() -> store.getAll(ITEMS, keys, Long.MAX_VALUE));
      requireCorrupted(() -> Bytes.forward(store, ITEMS, KeyRange.ALL));
      requireCorrupted(() -> Bytes.reverse(store, ITEMS, KeyRange.ALL));
    }
  }

  @Test
  void aTornEndOfTheLogIsAWriteNobodyWasToldAbout() throws Exception {
    Path file = only(log, ".log");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 10);
    }
    assertThat(keysIn(log)).isEqualTo(KEYS - 1);
  }

  @Test
  void damageInTheMiddleOfTheLogIsNotSkipped() throws Exception {
    flip(only(log, ".log"), 0.5);
    requireDamaged(log, "acknowledged writes follow");
  }

  @Test
  void anEarlierLogThatIsCutShortIsFound() throws Exception {
    Path copy = Files.createDirectory(parent.resolve("copy"));
    // One family flushed: a second log begins while the first is needed for the other family.
    try (RocksStore store = RocksStore.open(parent.resolve("two"), RocksSettings.DEFAULT)) {
      for (int i = 0; i < 100; i++) {
        put(store, ITEMS, "i" + i, "1");
      }
      put(store, Family.META, "m", "1");
      store.reclaim(Family.META, KeyRange.ALL);
      put(store, ITEMS, "last", "1");
      for (Path file : files(parent.resolve("two"), "")) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    List<Path> logs = files(copy, ".log");
    assertThat(logs).hasSize(2);
    truncate(logs.getFirst(), 0.5);

    requireDamaged(copy, "damaged");
  }

  @Test
  void aMissingLogIsDamage() throws Exception {
    Files.delete(only(log, ".log"));
    requireDamaged(log, "no WAL files");
  }

  @Test
  void aDirectoryThatWasNeverFinishedNeedsNoLog() throws Exception {
    Path fresh = parent.resolve("fresh");
    RocksStore.open(fresh, RocksSettings.DEFAULT).close();
    Files.delete(only(fresh, ".log"));

    assertThat(keysIn(fresh)).isZero();
  }

  private static byte[] key(int i) {
    return bytes("key%04d".formatted(i));
  }

  private static int keysIn(Path directory) {
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      return Bytes.forward(store, ITEMS, KeyRange.ALL).size();
    }
  }

  private static boolean isReadable(Store store, byte[] key) {
    try {
      assertThat(store.get(ITEMS, key)).isNotNull();
      return true;
    } catch (OrreryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED);
      return false;
    }
  }

  private static void requireCorrupted(ThrowingCallable call) {
    assertThatThrownBy(call)
        .hasMessageNotContaining(".sst") // Clients get to see it; the log has the cause.
        .satisfies(e -> assertThat(e).cause().hasMessageContaining(".sst"))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  private static void requireDamaged(Path directory, String message) throws IOException {
    Map<String, Long> before = sizes(directory);
    assertThatThrownBy(() -> RocksStore.open(directory, RocksSettings.DEFAULT).close())
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
    assertThat(sizes(directory)).containsAllEntriesOf(before);
  }

  /// Of everything but the messages RocksDB writes for people.
  private static Map<String, Long> sizes(Path directory) throws IOException {
    Map<String, Long> sizes = new TreeMap<>();
    for (Path file : files(directory, "")) {
      if (!file.getFileName().toString().startsWith("LOG")) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    }
    return sizes;
  }

  private static List<Path> files(Path directory, String part) throws IOException {
    try (var all = Files.list(directory)) {
      return all.filter(file -> file.getFileName().toString().contains(part)).sorted().toList();
    }
  }

  /// The largest file of that kind; others hold next to nothing.
  private static Path only(Path directory, String part) throws IOException {
    Path largest = files(directory, part).getFirst();
    for (Path file : files(directory, part)) {
      largest = Files.size(file) > Files.size(largest) ? file : largest;
    }
    return largest;
  }

  private static void truncate(Path file, double part) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate((long) (channel.size() * part));
    }
  }

  private static void flip(Path file, double part) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long position = (long) (channel.size() * part);
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, position);
      one.put(0, (byte) ~one.get(0)).flip();
      channel.write(one, position);
    }
  }
}
