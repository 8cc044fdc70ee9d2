// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.feed;

import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/// Where a page of the feed begins, as headers say it. What goes on does so from an etag.
///
/// The etag of a page from one range is its LSN and nothing else: SDKs hand it to the children when
/// the range was divided, which count on from there. Only where several ranges were read in one
/// request, which SDKs do not do, it is a continuation with the LSN of each.
///
/// @param start does not count if there is a continuation
record FeedPlace(Start start, Optional<String> continuation) {
  private static final String NOW = "*";
  private static final Pattern LSN = Pattern.compile("\\d{1,19}");

  /// Fails with INVALID_ARGUMENT.
  static FeedPlace of(SqlRequest request) {
    Optional<String> tag = request.header(Names.IF_NONE_MATCH);
    if (tag.isEmpty()) {
      return new FeedPlace(
          request
              .header(Names.IF_MODIFIED_SINCE)
              .<Start>map(text -> new Start.At(time(text).toEpochMilli()))
              .orElseGet(Start.Beginning::new),
          Optional.empty());
    }
    if (tag.get().equals(NOW)) {
      return new FeedPlace(new Start.Now(), Optional.empty());
    }
    String text = tag.get().replace("\"", "");
    OptionalLong lsn = lsn(text);
    return lsn.isPresent()
        ? new FeedPlace(new Start.After(lsn.getAsLong()), Optional.empty())
        : new FeedPlace(new Start.Beginning(), Optional.of(text));
  }

  /// Whether the feed is to begin with the first change there ever was.
  boolean isBeginning() {
    return continuation.isEmpty() && start instanceof Start.Beginning;
  }

  private static OptionalLong lsn(String text) {
    if (!LSN.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException beyondAllLsns) {
      return OptionalLong.empty();
    }
  }

  private static Instant time(String text) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException notTime) {
      throw Refusals.invalid(
          "The header %s must be a time like 'Tue, 15 Nov 1994 08:12:31 GMT', not '%s'."
              .formatted(Names.IF_MODIFIED_SINCE, text));
    }
  }

  /// From where to go on after a page.
  static EntityTag tag(ChangePage page) {
    return EntityTag.quoted(
        page.positions().size() == 1
            ? Long.toString(page.positions().getFirst().lsn())
            : page.continuation());
  }
}
