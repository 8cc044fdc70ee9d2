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
      return DirectoryClaim.inUse(directory);
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

  /// Why something other than opening or writing failed. Clients get to see the message, and file
  /// names are none of their business: those stay in the cause, for the log.
  static OrreryException working(RocksDBException cause) {
    return switch (code(cause)) {
      case Corruption ->
          new OrreryException(
              ErrorCode.CORRUPTED,
              "Stored data that this needs is damaged. Nothing was changed; restore a backup or a"
                  + " checkpoint. The server's log says which file it is.",
              cause);
      case ShutdownInProgress, Incomplete, Aborted ->
          new OrreryException(ErrorCode.UNAVAILABLE, "The store is closing.", cause);
      default ->
          new OrreryException(
              ErrorCode.STORAGE_FAILED,
              "The storage failed (%s); the server's log says more.".formatted(reason(cause)),
              cause);
    };
  }

  static boolean isDamage(RocksDBException cause) {
    return code(cause) == Status.Code.Corruption;
  }

  /// Whether a read was to do without the disk, and cannot.
  static boolean isIncomplete(RocksDBException cause) {
    return code(cause) == Status.Code.Incomplete;
  }

  /// What went wrong, without the names of files: those come first in a message, and what the
  /// operating system says of them last.
  static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    String last = message.substring(message.lastIndexOf(':') + 1).strip();
    if (cause instanceof RocksDBException refusal && (last.isEmpty() || last.contains("/"))) {
      return code(refusal).name();
    }
    return cause instanceof RocksDBException ? last : cause.getClass().getSimpleName();
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
