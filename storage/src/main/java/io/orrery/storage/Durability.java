// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

/// What has happened to a batch when its write returns.
public enum Durability {
  /// It is on the disk: nothing short of losing the disk takes it away.
  SYNCED,
  /// The operating system has it. For whoever can write it again after a power loss, because a log
  /// of their own is synchronised.
  UNSYNCED
}
