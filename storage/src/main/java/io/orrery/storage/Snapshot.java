// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// One state of a [Store], unaffected by later writes. Close it, or the store keeps old data for
/// ever.
public interface Snapshot extends Reader, AutoCloseable {
  @Override
  void close();
}
