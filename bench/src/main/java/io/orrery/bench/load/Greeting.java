// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.io.IOException;
import java.util.List;

/// What a new connection sends before anything else.
@FunctionalInterface
public interface Greeting {
  Greeting NONE = _ -> {};

  /// A connection at its beginning.
  interface Line {
    /// Sends something and waits for the answer, which is there until the next.
    AnswerReader ask(byte[] request) throws IOException;
  }

  void greet(Line line) throws IOException;

  /// One after the other, whatever is answered.
  static Greeting of(List<byte[]> requests) {
    return line -> {
      for (byte[] each : requests) {
        AnswerReader _ = line.ask(each);
      }
    };
  }
}
