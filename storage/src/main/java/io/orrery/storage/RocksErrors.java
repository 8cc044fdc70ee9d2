// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/// RocksDB's refusals in our words.
final class RocksErrors {
  private RocksErrors() {}

  /// Why the directory cannot be opened.
  static OrreryException opening(Path directory, RocksDBException cause) {
    if (isLocked(cause)) {
      return new OrreryException(
          ErrorCode.STORAGE_FAILED,
          "The data directory " + directory + " is in use by another process or store.",
          cause);
    }
    // Apart from a lock, an argument RocksDB finds invalid or a file it misses is one that the
    // files it did find speak of: families, tables, logs.
    boolean damaged =
        switch (code(cause)) {
          case Corruption, InvalidArgument, NotFound, NotSupported -> true;
          default -> String.valueOf(cause.getMessage()).contains("No such file");
        };
    return damaged
        ? damaged(directory, cause)
        : new OrreryException(
            ErrorCode.STORAGE_FAILED,
            "The data directory " + directory + " cannot be opened: " + cause.getMessage() + ".",
            cause);
  }

  /// Why something other than opening or writing failed.
  static OrreryException working(Path directory, RocksDBException cause) {
    return switch (code(cause)) {
      case Corruption -> damaged(directory, cause);
      case ShutdownInProgress, Incomplete, Aborted ->
          new OrreryException(ErrorCode.UNAVAILABLE, "The store is closing.", cause);
      default ->
          new OrreryException(
              ErrorCode.STORAGE_FAILED,
              "The storage in " + directory + " failed: " + cause.getMessage() + ".",
              cause);
    };
  }

  private static OrreryException damaged(Path directory, RocksDBException cause) {
    return new OrreryException(
        ErrorCode.CORRUPTED,
        "The data in "
            + directory
            + " is damaged: "
            + cause.getMessage()
            + ". Nothing was changed; restore a backup or a checkpoint.",
        cause);
  }

  private static boolean isLocked(RocksDBException cause) {
    String message = String.valueOf(cause.getMessage());
    return message.contains("lock hold by current process") || message.contains("While lock file");
  }

  private static Status.Code code(RocksDBException cause) {
    return cause.getStatus() == null ? Status.Code.Undefined : cause.getStatus().getCode();
  }
}
