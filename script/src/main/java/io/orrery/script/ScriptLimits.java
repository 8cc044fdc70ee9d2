// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.Duration;

/// How much a script may use.
///
/// @param time after which it is stopped
/// @param acceptance for how long operations are accepted: the rest is for returning
/// @param handedInBytes of items and rows, in one run
/// @param responseBytes of its answer
/// @param logLength characters of what it logs, which travel in a header; the rest is left out
/// @param scriptLength characters of its source
/// @param concurrent how many run at the same time; others wait for their turn
public record ScriptLimits(
    Duration time,
    Duration acceptance,
    long handedInBytes,
    int responseBytes,
    int logLength,
    int scriptLength,
    int concurrent) {

  /// The numbers of Cosmos DB where it has any: 5 seconds, 4 MB for an answer.
  public static ScriptLimits standard() {
    return new ScriptLimits(
        Duration.ofSeconds(5),
        Duration.ofMillis(3500),
        64L << 20,
        4 << 20,
        4096,
        1 << 20,
        2 * Runtime.getRuntime().availableProcessors());
  }

  /// Fails with LIMIT_EXCEEDED if a script has more characters than it may have.
  public void requireLength(String body) {
    if (body.length() > scriptLength) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The script has %d characters, more than the %d it may have."
              .formatted(body.length(), scriptLength));
    }
  }
}
