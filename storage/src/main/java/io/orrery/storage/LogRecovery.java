// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.OrreryException;
import io.orrery.storage.RocksOptions.LogFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Decides what of a log is there after a crash, before RocksDB reads it, and cuts off the rest:
/// records of an earlier life, and a write that power loss has torn. RocksDB itself cannot tell a
/// torn write in a file that was used before from one that was damaged later (docs/adr/0050).
///
/// A write is begun when everything before it is durable, unless it says otherwise. So whatever is
/// not whole, and has such a write behind it, was acknowledged: the log is damaged, and nothing of
/// it is touched. Everything else that is not whole is the end of the log.
///
/// What stays undetected is damage in the last write, which looks like a torn one, and a damaged
/// head of a record in the last 32 KB.
final class LogRecovery {
  private final Path directory;
  private final List<LogFile> logs;

  private LogRecovery(Path directory, List<LogFile> logs) {
    this.directory = directory;
    this.logs = logs;
  }

  /// Nobody else may have the directory open.
  static LogRecovery of(Path directory) throws IOException {
    List<LogFile> logs = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(LogRecovery::isLog).toList()) {
        logs.add(LogFile.read(file));
      }
    }
    logs.sort(Comparator.comparingLong(LogFile::number));
    return new LogRecovery(directory, logs);
  }

  private static boolean isLog(Path file) {
    return file.getFileName().toString().matches("[0-9]{1,18}\\" + LogFile.SUFFIX);
  }

  /// Leaves whole records only, and says how RocksDB is to read them. Of builds that did not use
  /// files again it leaves what there is.
  LogFiles trim() throws IOException {
    int last = lastWithRecords();
    int end = firstTorn();
    for (int i = end; i < logs.size(); i++) {
      LogFile log = logs.get(i);
      if (log.provesBehind() || (i > end && log.proves())) {
        throw damaged(logs.get(end));
      }
    }
    for (int i = 0; i < logs.size(); i++) {
      boolean kept = i <= Math.min(end, last);
      if (logs.get(i).form() != LogFile.Form.PLAIN) {
        cut(logs.get(i), kept ? logs.get(i).intact() : 0);
      }
    }
    return logs.stream().anyMatch(log -> log.form() == LogFile.Form.PLAIN)
        ? LogFiles.RECOVERED_PLAIN
        : LogFiles.RECOVERED;
  }

  /// A log without records only tells how long the one before it was, and may do so although power
  /// loss has taken the end of that.
  private int lastWithRecords() {
    int last = logs.size() - 1;
    while (last > 0 && !logs.get(last).records() && !logs.get(last).torn()) {
      last--;
    }
    return last;
  }

  private int firstTorn() {
    int first = 0;
    while (first < logs.size() && !logs.get(first).torn()) {
      first++;
    }
    return first;
  }

  private OrreryException damaged(LogFile log) {
    return OrreryException.corrupted(
        "The data in "
            + directory
            + " is damaged: the log "
            + log.path().getFileName()
            + " is not whole behind byte "
            + log.intact()
            + ", and acknowledged writes follow. Nothing was changed; restore a backup or a"
            + " checkpoint.");
  }

  private static void cut(LogFile log, long length) throws IOException {
    if (Files.size(log.path()) > length) {
      try (FileChannel channel = FileChannel.open(log.path(), StandardOpenOption.WRITE)) {
        channel.truncate(length);
        channel.force(true);
      }
    }
  }
}
