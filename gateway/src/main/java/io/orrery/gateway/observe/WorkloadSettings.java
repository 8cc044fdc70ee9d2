// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

/// What is kept of a workload for the advisor.
///
/// @param record whether anything is
/// @param sampleRate the share of requests that is, more than 0 and at most 1
/// @param keepHours how long
public record WorkloadSettings(boolean record, double sampleRate, int keepHours) {
  public static final WorkloadSettings DEFAULT = new WorkloadSettings(true, 1, 24);

  public WorkloadSettings {
    if (sampleRate <= 0 || sampleRate > 1 || keepHours < 1) {
      throw new IllegalArgumentException(
          "a share of %s for %d hours".formatted(sampleRate, keepHours));
    }
  }
}
