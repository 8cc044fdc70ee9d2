// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.offers;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.lookup.ResourceFeed;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `/offers` and `/offers/{rid}`: the throughput of databases and containers.
public final class Offers {
  private static final double READ_CHARGE = 2;
  private static final double WRITE_CHARGE = 9.9;
  private static final ResourceFeed FEED = new ResourceFeed("", "Offers");

  private final Directory directory;

  public Offers(Directory directory) {
    this.directory = directory;
  }

  public Answer page(SqlRequest request) {
    return FEED.page(request, all(), ResourceFeed::id).charge(READ_CHARGE);
  }

  private List<Value.Document> all() {
    List<Offer> offers = new ArrayList<>();
    for (Database database : directory.administration().databases()) {
      Offer.of(database).ifPresent(offers::add);
      directory.containers(database).forEach(handle -> Offer.of(handle).ifPresent(offers::add));
    }
    return offers.stream()
        .map(Offer::document)
        .sorted(java.util.Comparator.comparing(ResourceFeed::id))
        .toList();
  }

  public Answer read(String rid) {
    return answer(require(rid)).charge(READ_CHARGE);
  }

  private Offer require(String rid) {
    return find(rid)
        .orElseThrow(
            () -> new OrreryException(ErrorCode.NOT_FOUND, "There is no offer %s.".formatted(rid)));
  }

  /// Signatures lower-case the rid, and so do some clients; an offer's rid has few letters, so two
  /// of them may differ in case only. The exact one is preferred.
  private Optional<Offer> find(String rid) {
    return Rid.parse(rid)
        .filter(each -> each.length() == 3)
        .flatMap(each -> find(each.offerNumber()));
  }

  private Optional<Offer> find(int number) {
    int owner = number >> 1;
    return Offer.isContainers(number)
        ? directory.administration().findContainer(owner).flatMap(Offer::of)
        : directory.administration().findDatabase(owner).flatMap(Offer::of);
  }

  private Answer answer(Offer offer) {
    Answer answer =
        Answer.json(200, offer.document())
            .etag(offer.tag())
            .header(Names.MIN_THROUGHPUT, Long.toString(minimum(offer, offer.throughput())));
    if (isPending(offer)) {
      answer.header(Names.OFFER_REPLACE_PENDING, "true");
    }
    return answer;
  }

  /// Whether splits are outstanding until the throughput can be served.
  private boolean isPending(Offer offer) {
    int wanted = offer.throughput().partitions(directory.administration().limits());
    return containers(offer).stream()
        .anyMatch(handle -> handle.container().partitions().online().size() < wanted);
  }

  private List<ContainerHandle> containers(Offer offer) {
    return switch (offer) {
      case Offer.OfContainer(var handle, _) -> List.of(handle);
      case Offer.OfDatabase(var database, _) ->
          directory.containers(database).stream()
              .filter(handle -> handle.container().throughput() == null)
              .toList();
    };
  }

  public Answer replace(SqlRequest request, String rid) {
    Offer offer = require(rid);
    Members content =
        Members.of(request.json())
            .object("content")
            .orElseThrow(() -> Refusals.invalid("The offer has no 'content'."));
    if (!offer.tag().passesIfMatch(request)) {
      throw Refusals.precondition("offer", offer.rid().toString());
    }
    Throughput wanted = wanted(request, offer.throughput(), content);
    long minimum = minimum(offer, wanted);
    if (wanted.unitsPerSecond() < minimum) {
      throw Refusals.invalid(
          "The offer should have valid throughput values: %d RU/s is less than the minimum of %d RU/s."
              .formatted(wanted.unitsPerSecond(), minimum));
    }
    change(offer, wanted);
    return answer(find(offer.number()).orElse(offer)).charge(WRITE_CHARGE);
  }

  private void change(Offer offer, Throughput wanted) {
    switch (offer) {
      case Offer.OfContainer(var handle, _) ->
          directory
              .administration()
              .changeThroughput(
                  directory.databaseOf(handle.container()).name(),
                  handle.container().name(),
                  wanted);
      case Offer.OfDatabase(var database, _) ->
          directory.administration().changeThroughput(database.name(), wanted);
    }
  }

  /// What the edited offer says, or what a migration makes of the present throughput: manual
  /// throughput becomes the maximum of autoscale, rounded up, and the other way round.
  private Throughput wanted(SqlRequest request, Throughput present, Members content) {
    if (request.flag(Names.MIGRATE_TO_AUTOPILOT)) {
      long step = directory.administration().limits().autoscaleMaxMin();
      return Throughput.autoscale(Math.ceilDiv(present.unitsPerSecond(), step) * step);
    }
    if (request.flag(Names.MIGRATE_TO_MANUAL)) {
      return Throughput.manual(present.unitsPerSecond());
    }
    Optional<Members> autoscale = content.object("offerAutopilotSettings");
    if (autoscale.isPresent() != present.autoscale()) {
      throw Refusals.invalid(
          "An offer changes between manual and autoscale throughput only by migration: send %s or %s."
              .formatted(Names.MIGRATE_TO_AUTOPILOT, Names.MIGRATE_TO_MANUAL));
    }
    return autoscale
        .map(OfferHeaders::autoscale)
        .orElseGet(
            () ->
                Throughput.manual(
                    content
                        .integer("offerThroughput")
                        .orElseThrow(
                            () -> Refusals.invalid("The offer has no 'offerThroughput'."))));
  }

  /// A hundredth of the most it ever had, as far as its partitions tell, since these stay; with
  /// autoscale a tenth.
  private long minimum(Offer offer, Throughput kind) {
    var limits = directory.administration().limits();
    long highest = containers(offer).stream().mapToLong(this::highest).max().orElse(0);
    return kind.autoscale()
        ? stepped(highest / 10, limits.autoscaleMaxMin(), limits.autoscaleMaxMin())
        : stepped(highest / 100, limits.throughputStep(), limits.throughputMin());
  }

  /// Partitions that were split had to serve all they can, those that were not may have begun with
  /// less.
  private long highest(ContainerHandle handle) {
    var limits = directory.administration().limits();
    var partitions = handle.container().partitions().online();
    boolean split = partitions.stream().anyMatch(each -> !each.parents().isEmpty());
    long each = split ? limits.physicalPartitionRu() : limits.initialPartitionRu();
    return partitions.size() == 1 ? 0 : partitions.size() * each;
  }

  private static long stepped(long unitsPerSecond, long step, long least) {
    return Math.max(least, unitsPerSecond / step * step);
  }
}
