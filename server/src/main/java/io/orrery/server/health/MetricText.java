// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

/// Numbers that write themselves when they are asked for.
@FunctionalInterface
public interface MetricText {
  void write(MetricWriter out);
}
