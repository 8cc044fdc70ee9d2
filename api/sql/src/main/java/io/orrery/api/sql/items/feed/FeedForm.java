// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.feed;

import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ChangeFeed;
import java.util.Locale;
import java.util.Optional;

/// Which changes a client wants, and in which shape.
enum FeedForm {
  /// The latest versions, as items with one property more, `_lsn`.
  ITEMS,
  /// The latest versions, each with metadata beside it.
  DESCRIBED_ITEMS,
  /// Every version and delete, with what was before and metadata.
  VERSIONS;

  /// The one shape with metadata that there is.
  private static final String METADATA_VERSION = "2021-09-15";

  /// Fails with INVALID_ARGUMENT if there is no such feed, with NOT_SUPPORTED if it has an unknown
  /// shape.
  static FeedForm of(SqlRequest request) {
    boolean described = hasMetadata(request);
    String kind = request.header(Names.A_IM).orElse("");
    return switch (kind.toLowerCase(Locale.ROOT)) {
      case "incremental feed" -> described ? DESCRIBED_ITEMS : ITEMS;
      case "full-fidelity feed" -> VERSIONS;
      default ->
          throw Refusals.invalid(
              "The header %s must be 'Incremental Feed' or 'Full-Fidelity Feed', not '%s'."
                  .formatted(Names.A_IM, kind));
    };
  }

  private static boolean hasMetadata(SqlRequest request) {
    Optional<String> version = request.header(Names.CHANGE_FEED_FORMAT);
    if (version.isPresent() && !version.get().equals(METADATA_VERSION)) {
      throw Refusals.notSupported("the change feed format " + version.get());
    }
    return version.isPresent();
  }

  ChangeFeed.Versions versions() {
    return switch (this) {
      case ITEMS, DESCRIBED_ITEMS -> ChangeFeed.Versions.LATEST;
      case VERSIONS -> ChangeFeed.Versions.ALL;
    };
  }
}
