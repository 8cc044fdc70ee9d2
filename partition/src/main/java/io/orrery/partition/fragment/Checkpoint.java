// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

/// What every loop passes whose length depends on data.
public interface Checkpoint {

  /// Fails with CANCELLED or DEADLINE_EXCEEDED if the request should not go on, and lets others
  /// have the processor for a while if this has had it for long.
  void checkpoint();
}
