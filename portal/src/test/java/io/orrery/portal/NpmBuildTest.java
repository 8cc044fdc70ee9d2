// SPDX-License-Identifier: Apache-2.0
package io.orrery.portal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The build of the pages on a machine that has no Node.
class NpmBuildTest {
  private static final String LINE =
      "portal: Node.js with npm was not found; the server is built without the portal.\n";

  private record Ended(int status, String printed) {}

  /// With a path on which there is only what the script needs to find itself.
  private static Ended build(Path directory, boolean required)
      throws IOException, InterruptedException {
    Path dirname = directory.resolve("dirname");
    Files.writeString(dirname, "#!/bin/sh\nexec /usr/bin/dirname \"$@\"\n");
    assertThat(dirname.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder =
        new ProcessBuilder("/usr/bin/bash", "npm-build", "build").redirectErrorStream(true);
    builder.environment().put("PATH", directory.toString());
    builder.environment().put("PORTAL_REQUIRED", Boolean.toString(required));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), printed);
  }

  @Test
  void withoutNodeTheServerIsBuiltWithoutThePortalAndSaysSoInOneLine(@TempDir Path directory)
      throws Exception {
    assertThat(build(directory, false)).isEqualTo(new Ended(0, LINE));
  }

  @Test
  void whereThePortalIsRequiredTheBuildFails(@TempDir Path directory) throws Exception {
    assertThat(build(directory, true)).isEqualTo(new Ended(1, LINE));
  }
}
