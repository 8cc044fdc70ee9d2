// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

/// What a container says of its items' time to live, if it is no number of seconds.
public final class TimeToLive {
  /// Nothing ends, whatever items say.
  public static final int OFF = 0;

  /// Only items that say so end.
  public static final int NO_DEFAULT = -1;

  private TimeToLive() {}
}
