// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The directory of a store and the version of what is in it, kept as one line in the file
/// `FORMAT`: `orrery 4`.
///
/// A directory is made in four steps: the file is written under another name, RocksDB creates its
/// files, the first batch is written, then the name is changed, before anybody hears of the batch.
/// So a directory with the right name is complete and holds something (whatever is missing there
/// was lost, and must not be made anew), and one with the other name has nothing that anybody was
/// promised and may be made again.
final class DataDirectory {
  private static final Logger LOGGER = LoggerFactory.getLogger(DataDirectory.class);

  static final int VERSION = 4;
  static final String FORMAT = "FORMAT";
  private static final String FORMAT_UNFINISHED = "FORMAT.unfinished";
  private static final String CLOSED = "CLOSED";
  private static final String WORD = "orrery ";
  private static final int FORMAT_BYTES_MAX = 64;

  private final Path path;

  DataDirectory(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /// Checks the directory, or prepares a new one; true if RocksDB has to create its files.
  boolean prepare() {
    try {
      if (Files.exists(path) && !Files.isDirectory(path)) {
        throw refused("is not a directory");
      }
      PrivateFiles.createDirectories(path);
      if (PrivateFiles.tighten(path)) {
        LOGGER.warn("{} was open to other users of this machine; it is its owner's only now", path);
      }
      if (Files.exists(path.resolve(FORMAT))) {
        requireVersion();
        requireComplete();
        return false;
      }
      if (!Files.exists(path.resolve(FORMAT_UNFINISHED))) {
        requireEmpty();
      }
      writeDurably(FORMAT_UNFINISHED, WORD + VERSION + "\n");
      return true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Whether RocksDB has made its files, but no log: it makes that last.
  boolean lacksLog() {
    try (Stream<Path> files = Files.list(path)) {
      return Files.exists(path.resolve("CURRENT")) && files.noneMatch(DataDirectory::isLog);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Declares the directory complete: it has been written to.
  void finish() {
    try {
      Files.move(
          path.resolve(FORMAT_UNFINISHED), path.resolve(FORMAT), StandardCopyOption.ATOMIC_MOVE);
      synchronise(path);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Writes the version into a directory that is complete but for it.
  void seal() {
    try {
      writeDurably(FORMAT, WORD + VERSION + "\n");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Notes the logs that a store leaves behind which was closed in order: all that is in them is in
  /// tables, too.
  void noteClosed() {
    try {
      writeDurably(CLOSED, logs());
    } catch (IOException e) {
      LOGGER.warn("The end of {} could not be noted; the next start reads its log", path, e);
    }
  }

  /// Whether the logs are as such a store left them. They never are again once RocksDB has opened
  /// the directory: it begins a log with a number that no other had.
  boolean isClosed() {
    try {
      Path file = path.resolve(CLOSED);
      return Files.exists(file)
          && Files.readString(file, StandardCharsets.ISO_8859_1).equals(logs());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Takes the note away, which no longer says anything.
  void forgetClosed() {
    try {
      Files.deleteIfExists(path.resolve(CLOSED));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// A line for each: its name and its length.
  private String logs() throws IOException {
    StringBuilder lines = new StringBuilder();
    try (Stream<Path> files = Files.list(path)) {
      for (Path log : files.filter(DataDirectory::isLog).sorted().toList()) {
        lines.append(log.getFileName()).append(' ').append(Files.size(log)).append('\n');
      }
    }
    return lines.toString();
  }

  private static boolean isLog(Path file) {
    return file.toString().endsWith(LogFile.SUFFIX);
  }

  /// For as long as the directory is open here.
  DirectoryClaim claim() {
    try {
      return DirectoryClaim.of(path);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Cuts off what is not whole at the end of the log, and says how to read the rest.
  RocksOptions.LogFiles wholeLogs(DirectoryClaim claim) {
    try {
      return claim.alone(() -> LogRecovery.of(path).trim());
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Makes the names inside a directory durable.
  static void synchronise(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private void writeDurably(String name, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            path.resolve(name),
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE),
            PrivateFiles.attributes(path))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    synchronise(path);
  }

  private void requireVersion() throws IOException {
    Path file = path.resolve(FORMAT);
    if (Files.size(file) > FORMAT_BYTES_MAX) {
      throw unreadableVersion();
    }
    String line = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
    if (!line.startsWith(WORD) || !line.substring(WORD.length()).matches("[0-9]{1,9}")) {
      throw unreadableVersion();
    }
    int version = Integer.parseInt(line.substring(WORD.length()));
    if (version != VERSION) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "The data directory "
              + path
              + " was written by "
              + (version > VERSION ? "a newer" : "another")
              + " Orrery (format "
              + version
              + "), this one reads format "
              + VERSION
              + ".");
    }
  }

  private OrreryException unreadableVersion() {
    return OrreryException.corrupted(
        "The file "
            + path.resolve(FORMAT)
            + " does not name a format such as '"
            + WORD
            + VERSION
            + "'.");
  }

  private void requireComplete() {
    if (!Files.exists(path.resolve("CURRENT"))) {
      throw OrreryException.corrupted(
          "The data in "
              + path
              + " is damaged: the file CURRENT is missing. Nothing was changed; restore a backup"
              + " or a checkpoint.");
    }
  }

  private void requireEmpty() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      // The root of a fresh ext4 file system is as good as empty.
      if (files.anyMatch(file -> !file.endsWith("lost+found"))) {
        throw refused("is not empty and holds no Orrery data (no file FORMAT)");
      }
    }
  }

  private OrreryException refused(String why) {
    return new OrreryException(
        ErrorCode.STORAGE_FAILED, "The data directory " + path + " " + why + ".");
  }

  private OrreryException failed(IOException cause) {
    String why = cause instanceof NoSuchFileException ? "no such file: " : "";
    return new OrreryException(
        ErrorCode.STORAGE_FAILED,
        "The data directory " + path + " cannot be used: " + why + cause.getMessage() + ".",
        cause);
  }
}
