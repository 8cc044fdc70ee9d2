// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Locale;

/// What a request does with the items of a container, in no protocol's words.
public enum RequestKind {
  READ,
  CREATE,
  UPSERT,
  REPLACE,
  DELETE,
  PATCH,
  BATCH,
  QUERY,
  QUERY_PLAN,
  READ_FEED,
  CHANGE_FEED,
  EXECUTE,
  DELETE_PARTITION_KEY,
  /// Failed before it was known what it asks for.
  UNKNOWN;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /// As metrics and Orrery's own API write it: `read-feed`.
  public String label() {
    return label;
  }
}
