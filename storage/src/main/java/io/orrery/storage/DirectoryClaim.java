// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// That a directory is open here, and nowhere else in this process. Other processes are kept out by
/// RocksDB's file `LOCK` while it has the directory open; [#alone] does so before.
///
/// Locks of files belong to the process, and are lost when it closes the file anywhere. So nobody
/// here may touch `LOCK` while RocksDB holds it.
final class DirectoryClaim implements AutoCloseable {
  private static final Map<Path, DirectoryClaim> CLAIMS = new ConcurrentHashMap<>();

  /// What is done alone.
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  private final Path directory;

  private DirectoryClaim(Path directory) {
    this.directory = directory;
  }

  static DirectoryClaim of(Path directory) throws IOException {
    DirectoryClaim claim = new DirectoryClaim(directory.toRealPath());
    if (CLAIMS.putIfAbsent(claim.directory, claim) != null) {
      throw inUse(directory);
    }
    return claim;
  }

  /// Does something with the files while no other process has them.
  <T> T alone(Work<T> work) throws IOException {
    try (FileChannel file =
            FileChannel.open(
                directory.resolve("LOCK"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.attributes(directory));
        FileLock lock = file.tryLock()) {
      if (lock == null) {
        throw inUse(directory);
      }
      return work.run();
    }
  }

  /// A second time is as good as once, also when somebody else has the directory by then.
  @Override
  public void close() {
    CLAIMS.remove(directory, this);
  }

  static OrreryException inUse(Path directory) {
    return new OrreryException(
        ErrorCode.STORAGE_FAILED,
        "The data directory " + directory + " is in use by another process or store.");
  }
}
