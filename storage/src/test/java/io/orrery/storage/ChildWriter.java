// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.OrreryException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A process that writes to a store and says which keys were acknowledged, to be killed or to run
/// out of disk.
final class ChildWriter {
  static final String FAILED = "failed: ";

  private ChildWriter() {}

  static Process start(Path directory, String fileBytesMax) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx128m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ChildWriter.class.getName(), directory.toString(), fileBytesMax));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// Directory, and how large a file may get from the first write on, or `unlimited`.
  public static void main(String[] arguments) throws Exception {
    RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksSettings.DEFAULT);
    if (!arguments[1].equals("unlimited")) {
      limitFiles(arguments[1]);
    }
    for (int i = 0; i < 4; i++) {
      int writer = i;
      Thread.ofVirtual().start(() -> write(store, writer));
    }
    Thread.currentThread().join();
  }

  private static void limitFiles(String bytes) throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    int code =
        new ProcessBuilder("prlimit", "--pid", pid, "--fsize=" + bytes)
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IllegalStateException("prlimit failed with " + code);
    }
  }

  private static void write(RocksStore store, int writer) {
    PrintStream out = System.out;
    for (int i = 0; ; i++) {
      String key = writer + "/" + i;
      try {
        Batch batch = store.newBatch();
        batch.put(Family.ITEMS, Bytes.bytes(key), new byte[4000]);
        batch.put(Family.INDEX, Bytes.bytes(key), new byte[0]);
        store.write(batch);
        // One write, so that a killed process never leaves half a line.
        out.print(key + "\n");
      } catch (OrreryException e) {
        boolean readable = i == 0 || store.get(Family.ITEMS, Bytes.bytes(writer + "/0")) != null;
        out.println(FAILED + e.code() + " " + readable + " " + e.getMessage());
        return;
      }
    }
  }
}
