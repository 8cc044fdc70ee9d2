// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.check.CatalogChecker;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.check.Finding;
import io.orrery.server.settings.KnownSettings;
import io.orrery.server.settings.Settings;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `orrery doctor`: verifies a data directory that no server has open.
@Command(
    name = "doctor",
    description =
        "Verifies a data directory: index = items, counters = reality, ranges tile, feed"
            + " consistent.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DoctorCommand implements Callable<Integer> {
  private static final int FINDINGS_MAX = 20;
  private static final int UNSOUND = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Settings settings =
        SettingOptions.resolve(spec.commandLine().getParseResult(), System.getenv());
    Logging.start(settings.value(KnownSettings.LOG_LEVEL));
    Path dataPath = settings.value(KnownSettings.DATA_PATH).toAbsolutePath().normalize();
    Path directory = Engine.storeDirectory(dataPath);
    if (!Files.isDirectory(directory)) {
      throw new OrreryException(
          ErrorCode.NOT_FOUND,
          "There is no data in %s; name its directory with --data-path.".formatted(dataPath));
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      return report(store, dataPath);
    }
  }

  private int report(Store store, Path dataPath) {
    PrintWriter out = spec.commandLine().getOut();
    List<Finding> findings = CatalogChecker.check(store, FINDINGS_MAX);
    findings.forEach(out::println);
    if (findings.isEmpty()) {
      out.printf("%s is sound: %d items.%n", dataPath, CatalogChecker.items(store));
    } else {
      out.printf("%s has %d findings.%n", dataPath, findings.size());
    }
    out.flush();
    return findings.isEmpty() ? 0 : UNSOUND;
  }
}
