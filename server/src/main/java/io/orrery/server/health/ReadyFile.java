// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tells whoever started the server that it is ready and where it listens. The file exists, whole,
/// exactly while the server is ready.
public final class ReadyFile implements AutoCloseable {
  private final Path path;

  /// Removes what a server that was killed may have left.
  public ReadyFile(Path path) {
    this.path = path.toAbsolutePath();
    Path directory = this.path.getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw failed("its directory does not exist", null);
    }
    delete();
  }

  /// The file may hold keys, so nobody else may read it.
  public void write(Map<String, String> members) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("pid", ProcessHandle.current().pid());
    content.putAll(members);
    Path unfinished = path.resolveSibling(path.getFileName() + ".unfinished");
    try {
      Files.deleteIfExists(unfinished);
      Files.createFile(unfinished, PrivateFiles.attributes(unfinished));
      Files.writeString(unfinished, HealthJson.of(content));
      Files.move(
          unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failed(e.toString(), e);
    }
  }

  @Override
  public void close() {
    delete();
  }

  private void delete() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw failed(e.toString(), e);
    }
  }

  private OrreryException failed(String why, @Nullable IOException cause) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "The ready file %s cannot be written (%s); choose another --ready-file."
            .formatted(path, why),
        cause);
  }
}
