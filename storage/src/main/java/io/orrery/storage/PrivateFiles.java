// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/// Files and directories that only the user who runs the server may read, where the file system
/// knows users: keys and everybody's data lie there as they are. RocksDB makes its files by its own
/// rules, and Java has no umask, so what protects them is the directory they are in.
public final class PrivateFiles {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?>[] NONE = {};

  private PrivateFiles() {}

  /// Makes the name of something in a directory durable.
  @FunctionalInterface
  interface Synchronisation {
    void of(Path directory) throws IOException;
  }

  /// For the creation of a file.
  public static FileAttribute<?>[] attributes(Path file) {
    return attributes(file, FILE);
  }

  private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : NONE;
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /// Makes a directory, with those above it that are missing, so that all of them survive power
  /// loss. What is there stays as it is.
  public static void createDirectories(Path directory) throws IOException {
    createDirectories(directory, DataDirectory::synchronise);
  }

  static void createDirectories(Path directory, Synchronisation synchronisation)
      throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path next = directory.toAbsolutePath();
    while (next != null && !Files.exists(next)) {
      missing.push(next);
      next = next.getParent();
    }
    for (Path each : missing) {
      try {
        Files.createDirectory(each, attributes(each, DIRECTORY));
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(each)) {
          throw e;
        }
      }
      Path parent = each.getParent();
      if (parent != null) {
        synchronisation.of(parent);
      }
    }
  }

  /// Takes all rights at a directory from everybody but its owner. Returns whether there were any.
  public static boolean tighten(Path directory) throws IOException {
    if (!isPosix(directory)) {
      return false;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
    if (DIRECTORY.containsAll(permissions)) {
      return false;
    }
    Files.setPosixFilePermissions(directory, DIRECTORY);
    return true;
  }
}
