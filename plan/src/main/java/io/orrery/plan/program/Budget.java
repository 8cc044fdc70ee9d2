// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

/// What one query may use. Shared by all threads that work for it.
public interface Budget {

  /// So many more steps were made. Throws DEADLINE_EXCEEDED or CANCELLED if there are to be no
  /// more. A step is about one row looked at.
  void steps(int count);

  /// So many more bytes are kept. Throws LIMIT_EXCEEDED if that is too much.
  void take(long bytes);

  /// So many bytes are no longer kept.
  void give(long bytes);
}
