// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.container;

/// An item as a partition has it. What else an API shows of it is made from this.
public interface SourceItem {

  /// The stored form, shared: do not change it.
  byte[] body();

  /// Its number, unique in its container.
  long rid();

  /// When it was last written.
  long timeMillis();

  /// The LSN of the write that made it what it is.
  long writeLsn();

  /// Which of that write's changes it was.
  int writeIndex();
}
