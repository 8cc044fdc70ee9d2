// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

/// What a writer does, one step after the other, without end.
interface Workload {

  /// What shall happen, and how to make it happen.
  record Step(Intent intent, Action action) {}

  interface Action {
    /// Returns false if the engine refused to do it, and nothing has happened.
    boolean run();
  }

  Step next();
}
