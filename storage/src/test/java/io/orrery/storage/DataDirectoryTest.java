// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir private Path parent;

  private Path made() {
    Path directory = parent.resolve("data");
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      put(store, Family.ITEMS, "a", "1");
    }
    return directory;
  }

  private static void requireRefused(Path directory, ErrorCode code, String message) {
    assertThatThrownBy(() -> RocksStore.open(directory, RocksSettings.DEFAULT).close())
        .hasMessageContaining(message)
        .hasMessageContaining(directory.toString())
        .isInstanceOfSatisfying(OrreryException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void aNewDirectoryNamesItsFormat() throws Exception {
    assertThat(Files.readString(made().resolve("FORMAT"))).isEqualTo("orrery 4\n");
  }

  @Test
  void otherFormatsAreRefused() throws Exception {
    Path directory = made();
    Files.writeString(directory.resolve("FORMAT"), "orrery 7\n");
    requireRefused(
        directory,
        ErrorCode.NOT_SUPPORTED,
        "written by a newer Orrery (format 7), this one reads format 4");
    Files.writeString(directory.resolve("FORMAT"), "orrery 1\n");
    requireRefused(directory, ErrorCode.NOT_SUPPORTED, "another Orrery (format 1)");
  }

  @Test
  void unreadableFormatsAreRefused() throws Exception {
    Path directory = made();
    for (String text : new String[] {"", "orrery", "orrery one", "x".repeat(1000), "orrery 4 4"}) {
      Files.writeString(directory.resolve("FORMAT"), text);
      requireRefused(directory, ErrorCode.CORRUPTED, "does not name a format");
    }
  }

  @Test
  void foreignDirectoriesAreRefused() throws Exception {
    Path directory = Files.createDirectory(parent.resolve("photos"));
    Files.writeString(directory.resolve("cat.png"), "meow");
    requireRefused(directory, ErrorCode.STORAGE_FAILED, "is not empty");
    assertThat(directory).isDirectoryNotContaining("glob:**/{FORMAT*,CURRENT}");
  }

  @Test
  void filesAreRefused() throws Exception {
    Path file = Files.createFile(parent.resolve("file"));
    requireRefused(file, ErrorCode.STORAGE_FAILED, "is not a directory");
    requireRefused(file.resolve("below"), ErrorCode.STORAGE_FAILED, "cannot be used");
  }

  @Test
  void theRootOfANewFileSystemIsEmpty() throws Exception {
    Files.createDirectories(parent.resolve("data").resolve("lost+found"));

    assertThat(made()).isDirectoryContaining("glob:**/FORMAT");
  }

  @Test
  void aDirectoryWhoseMakingWasInterruptedIsMadeAgain() throws Exception {
    Path directory = Files.createDirectory(parent.resolve("data"));
    Files.writeString(directory.resolve("FORMAT.unfinished"), "orr");
    Files.writeString(directory.resolve("MANIFEST-000001"), "");

    made();
    assertThat(directory).isDirectoryNotContaining("glob:**.unfinished");
  }

  @Test
  void aDirectoryInUseIsRefused() {
    Path directory = parent.resolve("data");
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      requireRefused(directory, ErrorCode.STORAGE_FAILED, "in use by another process");
      put(store, Family.ITEMS, "a", "1");
    }
  }

  @Test
  void aDirectoryInUseByAnotherProcessIsRefused() throws Exception {
    Process child = ChildWriter.start(parent, "unlimited");
    try {
      assertThat(child.inputReader().readLine()).isNotNull();
      requireRefused(parent, ErrorCode.STORAGE_FAILED, "in use by another process");
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  @Test
  void aDirectoryIsBlankUntilItsFirstBatchIsDurable() {
    Path directory = parent.resolve("data");
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      assertThat(store.isBlank()).isTrue();
      assertThat(directory).isDirectoryNotContaining("glob:**/FORMAT");
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      assertThat(store.isBlank()).isTrue();
      put(store, Family.ITEMS, "a", "1");
      assertThat(store.isBlank()).isFalse();
      assertThat(directory).isDirectoryContaining("glob:**/FORMAT");
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      assertThat(store.isBlank()).isFalse();
    }
  }

  @Test
  void namesOfNewDirectoriesAreDurable() throws Exception {
    List<Path> synchronised = new ArrayList<>();
    Path directory = parent.resolve("a/b/c");
    PrivateFiles.createDirectories(directory, synchronised::add);
    assertThat(synchronised).containsExactly(parent, parent.resolve("a"), parent.resolve("a/b"));
    synchronised.clear();
    PrivateFiles.createDirectories(directory, synchronised::add);
    assertThat(synchronised).isEmpty();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void nobodyElseMayLookIntoTheDirectory() throws Exception {
    Path directory = made();
    assertThat(permissions(directory)).isEqualTo("rwx------");
    assertThat(permissions(directory.resolve("FORMAT"))).isEqualTo("rw-------");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x--x"));
    made();
    assertThat(permissions(directory)).isEqualTo("rwx------");
    Path checkpoints = parent.resolve("checkpoints");
    Path copy = checkpoints.resolve("first");
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      store.checkpoint(copy);
    }
    assertThat(permissions(copy)).isEqualTo("rwx------");
    assertThat(permissions(checkpoints)).isEqualTo("rwx------");
  }

  private static String permissions(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
