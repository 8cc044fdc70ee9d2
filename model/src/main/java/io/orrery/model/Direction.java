// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

/// Which way a scan goes.
public enum Direction {
  FORWARD,
  REVERSE
}
