// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.cli.CommandFailure;
import io.orrery.model.OrreryException;
import io.orrery.server.settings.Settings;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/// The program. Exit codes: 0 done, 1 failed, 2 wrong use, 3 not running, 4 refused by a limit.
///
/// A plain `serve` is understood without picocli, whose classes no cache of the JVM takes, since
/// they are too old: it takes as long as all the rest of a start ([ServeArguments]).
public final class Main {
  private static final int FAILED = 1;

  private Main() {}

  public static void main(String[] arguments) {
    main(arguments, Transport.direct());
  }

  /// The program, with a transport of the caller's.
  public static void main(String[] arguments, Transport transport) {
    Carriers.reserve();
    try {
      System.exit(execute(arguments, transport));
    } catch (Error e) {
      // No memory, a library that cannot be loaded: threads that were started already must not keep
      // alive what does not work. Halting needs nothing of what may be missing.
      try {
        System.err.println("orrery: It cannot go on: " + e);
      } finally {
        Runtime.getRuntime().halt(FAILED);
      }
    }
  }

  private static int execute(String[] arguments, Transport transport) {
    Optional<Settings> plain = ServeArguments.settings(List.of(arguments), System.getenv());
    if (plain.isEmpty()) {
      return CommandTree.commandLine(transport).execute(arguments);
    }
    try {
      return Serving.run(plain.get(), transport);
    } catch (RuntimeException | InterruptedException failure) {
      return explain(failure, new PrintWriter(System.err, true, Charset.defaultCharset()));
    }
  }

  /// Runs one command in this process. Gives the exit code.
  public static int run(PrintWriter out, PrintWriter err, List<String> arguments) {
    return CommandTree.commandLine(Transport.direct())
        .setOut(out)
        .setErr(err)
        .execute(arguments.toArray(String[]::new));
  }

  /// What the user can change gets one sentence; anything else is a bug, and bugs show their trace.
  static int explain(Exception failure, PrintWriter err) {
    if (failure instanceof CommandFailure refusal) {
      err.println("orrery: " + refusal.getMessage());
      return refusal.exitCode();
    }
    if (failure instanceof OrreryException refusal) {
      err.println("orrery: " + refusal.getMessage());
    } else {
      err.println("orrery: An internal error; please report it with the log.");
      LoggerFactory.getLogger(Main.class).error("An internal error", failure);
    }
    return FAILED;
  }
}
