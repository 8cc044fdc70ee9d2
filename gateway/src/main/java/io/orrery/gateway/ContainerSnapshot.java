// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

/// One state of each partition of a container, which several requests read one after the other.
/// Partitions hold it no longer than the request had time that asked for it; to be closed before.
/// Made by [Gateway#snapshot].
public final class ContainerSnapshot implements AutoCloseable {
  private final PartitionReads held;

  ContainerSnapshot(PartitionReads held) {
    this.held = held;
  }

  /// What a request reads of it; not to be closed.
  public PartitionReads in(Scope scope, RequestContext context) {
    return held.in(scope, context);
  }

  /// Pays for what was read.
  @Override
  public void close() {
    held.closeCharged();
  }
}
