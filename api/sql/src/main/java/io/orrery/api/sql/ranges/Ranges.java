// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.ranges;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.List;

/// `…/pkranges`. The Java SDK reads it as an incremental feed: it names the etag of its last answer
/// and merges what is new by the parents, until the answer is 304.
///
/// The etag is the ordinal that no range has reached yet. A split gives its children ordinals above
/// all others, so what a client has not seen is exactly what lies at or above its etag.
public final class Ranges {
  private static final double CHARGE = 1;

  private final Directory directory;
  private final Gateway gateway;

  public Ranges(Directory directory, Gateway gateway) {
    this.directory = directory;
    this.gateway = gateway;
  }

  public Answer page(SqlRequest request, ContainerAddress address) {
    ContainerHandle handle = directory.requireOwner(address, request);
    Container container = handle.container();
    List<PartitionStatistics> all = gateway.partitions(handle);
    EntityTag tag = tag(all);
    if (tag.isKnownTo(request)) {
      return owned(Answer.empty(304), container).etag(tag);
    }
    int from = request.header(Names.A_IM).isPresent() ? seen(request) : 0;
    List<Value.Document> fresh =
        all.stream()
            .filter(range -> range.ordinal() >= from)
            .map(range -> document(container, range))
            .toList();
    ResourceFeed feed = new ResourceFeed(Directory.rid(container).toString(), "PartitionKeyRanges");
    return owned(feed.whole(fresh), container).etag(tag);
  }

  public Answer read(SqlRequest request, ContainerAddress address, String id) {
    ContainerHandle handle = directory.requireOwner(address, request);
    Container container = handle.container();
    PartitionStatistics range =
        gateway.partitions(handle).stream()
            .filter(
                each ->
                    id.equals(Integer.toString(each.ordinal()))
                        || id.equals(rid(container, each).toString()))
            .findFirst()
            .orElseThrow(
                () ->
                    new OrreryException(
                        ErrorCode.NOT_FOUND, "There is no range %s (any more).".formatted(id)));
    return owned(Answer.json(200, document(container, range)), container);
  }

  private Answer owned(Answer answer, Container container) {
    return answer.owner(directory.path(container), Directory.rid(container)).charge(CHARGE);
  }

  private static EntityTag tag(List<PartitionStatistics> ranges) {
    int next = ranges.stream().mapToInt(PartitionStatistics::ordinal).max().orElse(-1) + 1;
    return new EntityTag("\"" + next + "\"");
  }

  /// What the client's etag says it has; a foreign one says nothing.
  private static int seen(SqlRequest request) {
    String digits = request.header(Names.IF_NONE_MATCH).orElse("").replace("\"", "");
    return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : 0;
  }

  private static Rid rid(Container container, PartitionStatistics range) {
    return Rid.range(Directory.rid(container), range.ordinal());
  }

  private static Value.Document document(Container container, PartitionStatistics range) {
    String id = Integer.toString(range.ordinal());
    Rid owner = Directory.rid(container);
    Rid rid = rid(container, range);
    List<String> parents = range.parents().stream().map(String::valueOf).toList();
    return Json.object()
        .put("_rid", rid.toString())
        .put("id", id)
        .put("_etag", EntityTag.of(range.ordinal(), 1, container.timeMillis()).text())
        .put("minInclusive", range.range().min().toString())
        .put("maxExclusive", range.range().max().toString())
        .put("ridPrefix", range.ordinal())
        .put(
            "_self",
            "dbs/"
                + Rid.database(container.database())
                + "/colls/"
                + owner
                + "/pkranges/"
                + rid
                + "/")
        .put("throughputFraction", new Value.Float64(fraction(container)))
        .put("status", "online")
        .put("parents", Json.texts(parents))
        .put("ownedArchivalPKRangeIds", List.of())
        .put("_ts", container.timeMillis() / 1000)
        .put("lsn", range.lsn())
        .build();
  }

  private static double fraction(Container container) {
    return 1.0 / container.partitions().online().size();
  }
}
