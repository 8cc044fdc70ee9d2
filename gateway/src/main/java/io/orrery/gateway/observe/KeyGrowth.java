// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How fast a logical partition grew.
///
/// @param observed over which time
/// @param bytesPerDay negative if it shrank
public record KeyGrowth(Duration observed, long bytesPerDay) {
  /// Nobody can say anything about a time beyond this.
  private static final double DAYS_MAX = 100 * 365.0;

  /// When it holds all that a logical partition may, if it goes on like this; empty if it does not
  /// grow, or not within a human life.
  public Optional<Instant> reaches(long capBytes, long bytes, Instant now) {
    if (bytes >= capBytes) {
      return Optional.of(now);
    }
    double days = bytesPerDay <= 0 ? Double.MAX_VALUE : (double) (capBytes - bytes) / bytesPerDay;
    return days > DAYS_MAX
        ? Optional.empty()
        : Optional.of(now.plusSeconds((long) (days * Duration.ofDays(1).toSeconds())));
  }
}
