// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.feed;

import io.orrery.api.sql.items.DocumentList;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.RangeHeaders;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangePage;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Scope;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PartitionKey;
import java.util.Optional;

/// Answers requests for the change feed: 200 with changes, or 304 when there are none. Both have an
/// etag, from which the next request goes on. A range that was split, even while it was read, is
/// 410: the client then reads the children, from where it was before.
public final class ChangeFeedAnswers {
  private static final int PAGE_MAX = 1000;
  private static final byte[] NO_ROW_KEY = {};

  private final Gateway gateway;

  public ChangeFeedAnswers(Gateway gateway) {
    this.gateway = gateway;
  }

  public Answer page(ItemRequest request) {
    FeedForm form = FeedForm.of(request.sql());
    FeedPlace place = FeedPlace.of(request.sql());
    if (form == FeedForm.VERSIONS && place.isBeginning()) {
      throw new OrreryException(
          ErrorCode.HISTORY_GONE,
          "All versions are read from now on, from a time, or from an etag, not from the"
              + " beginning.");
    }
    ChangeFeed feed = new ChangeFeed(scope(request), form.versions(), place.start());
    PageRequest wanted =
        new PageRequest(request.sql().pageSize(PAGE_MAX), place.continuation().orElse(null));
    ChangePage page = gateway.changes(request.handle(), feed, wanted, request.context());
    return answer(request, form, page).etag(FeedPlace.tag(page));
  }

  private static Answer answer(ItemRequest request, FeedForm form, ChangePage page) {
    if (page.changes().isEmpty()) {
      return Answer.empty(304);
    }
    ChangeWriter writer = new ChangeWriter(request.owner(), form);
    ByteWriter json =
        DocumentList.json(request.owner(), page.changes(), writer::write, ChangeWriter::length);
    return Answer.json(200, json).header(Names.ITEM_COUNT, Integer.toString(page.changes().size()));
  }

  /// A partition key says more than a range: it goes along when ranges are divided.
  private static Scope scope(ItemRequest request) {
    Optional<PartitionKey> key = request.statedPrefix();
    if (key.isEmpty()) {
      return RangeHeaders.scope(request);
    }
    return key.get().size() == request.owner().keyPaths()
        ? Scope.of(request.handle().key(key.get(), NO_ROW_KEY))
        : Scope.of(request.handle().definition().prefixRange(key.get()));
  }
}
