// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import java.util.Locale;

/// What went wrong, in no protocol's words. Each API maps these onto its own codes in one
/// exhaustive switch, so a new constant breaks the build wherever somebody has to think about it.
public enum ErrorCode {
  /// The request itself is wrong: a value out of range, a malformed path, an impossible
  /// combination.
  INVALID_ARGUMENT,
  /// Bytes from a client that do not parse.
  MALFORMED,
  UNAUTHENTICATED,
  FORBIDDEN,
  NOT_FOUND,
  /// The owner of the addressed resource (a database, a container) does not exist.
  OWNER_NOT_FOUND,
  /// The container of this name is not the one the client knew: it was deleted and made anew.
  CONTAINER_REPLACED,
  /// An item with this partition key and row key, or a resource with this name, exists already.
  CONFLICT,
  UNIQUE_KEY_VIOLATION,
  /// The item was changed since the client read it (its etag differs), or a condition is not met.
  PRECONDITION_FAILED,
  /// The partition key given beside an item is not the one inside it.
  PARTITION_KEY_MISMATCH,
  ITEM_TOO_LARGE,
  /// A request, batch, queue or result over one of the [Limits].
  LIMIT_EXCEEDED,
  /// The logical partition holds as many bytes as it may; reads and deletes still work.
  PARTITION_KEY_FULL,
  /// The partition has used its request units; the exception says how long to wait.
  TOO_MANY_REQUESTS,
  /// Concurrent writes to the same items kept colliding; trying again is expected to work.
  RETRY_WITH,
  /// The addressed range was split; its children serve its keys now.
  RANGE_GONE,
  /// The change feed was asked for versions that are no longer kept.
  HISTORY_GONE,
  /// This replica has not yet seen the state the client's session token names.
  SESSION_NOT_AVAILABLE,
  DEADLINE_EXCEEDED,
  CANCELLED,
  /// What is addressed exists, but nobody can do that to it.
  METHOD_NOT_ALLOWED,
  NOT_SUPPORTED,
  /// The server is starting, stopping or overloaded.
  UNAVAILABLE,
  /// Stored or received bytes that break their own format.
  CORRUPTED,
  /// The disk refused: full, locked, unreadable.
  STORAGE_FAILED,
  /// A bug of ours.
  INTERNAL;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /// As metrics and Orrery's own API write it: `not-found`.
  public String label() {
    return label;
  }

  /// Whether the server failed, so that whoever runs it has to learn of it.
  public boolean isServerFailure() {
    return this == CORRUPTED || this == STORAGE_FAILED || this == INTERNAL;
  }
}
