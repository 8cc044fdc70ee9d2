// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Ports for servers that are to be found again when they come back. Port 0 will not do for these:
/// it is one of those that the system also gives to every connection that goes out, so somebody
/// else may have it while the server is away, its own clients that look for it among them.
public final class SteadyPort {
  /// Below those that systems hand out by themselves, above those that have a name.
  private static final int FIRST = 20_000;

  private static final int END = 32_000;
  private static final int ATTEMPTS_MAX = 100;

  private SteadyPort() {}

  /// A port that nobody has now.
  public static String any() {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return Integer.toString(port);
      }
    }
    throw new IllegalStateException("No port from " + FIRST + " to " + END + " is free");
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
