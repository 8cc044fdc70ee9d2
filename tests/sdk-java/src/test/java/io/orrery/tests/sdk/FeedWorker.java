// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.testkit.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/// One worker of a group that shares the feed of the container `items` by leases in `leases`. It
/// has a client and a way to the server of its own, as in a process of its own.
final class FeedWorker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int RENEWALS_PER_LIFE = 8;

  /// Where a worker works.
  ///
  /// @param way over which the client reaches the server
  /// @param leaseLife after which others take what is not renewed
  record Place(TcpProxy way, CosmosAsyncClient client, String database, Duration leaseLife) {
    private CosmosAsyncContainer container(String name) {
      return client.getDatabase(database).getContainer(name);
    }
  }

  private final String name;
  private final Place place;
  private final ChangeFeedProcessor processor;
  private boolean killed;

  private FeedWorker(String name, Place place, ChangeFeedProcessor processor) {
    this.name = name;
    this.place = place;
    this.processor = processor;
  }

  /// Items as they are, from the beginning, with the leases of older versions of the SDK.
  static FeedWorker plain(Place place, String name, Consumer<JsonNode> each) {
    return start(
        name,
        place,
        builder(place, name, options("plain", place).setStartFromBeginning(true))
            .handleChanges((List<JsonNode> page) -> page.forEach(each)));
  }

  static FeedWorker latest(Place place, String name, Consumer<ChangeFeedProcessorItem> each) {
    return start(
        name,
        place,
        builder(place, name, options("latest", place).setStartFromBeginning(true))
            .handleLatestVersionChanges(
                (List<ChangeFeedProcessorItem> page) -> page.forEach(each)));
  }

  /// Begins now, as this kind of feed must.
  static FeedWorker allVersions(Place place, String name, Consumer<ChangeFeedProcessorItem> each) {
    return start(
        name,
        place,
        builder(place, name, options("all", place))
            .handleAllVersionsAndDeletesChanges(
                (List<ChangeFeedProcessorItem> page) -> page.forEach(each)));
  }

  private static FeedWorker start(String name, Place place, ChangeFeedProcessorBuilder builder) {
    ChangeFeedProcessor processor = builder.buildChangeFeedProcessor();
    processor.start().block(PATIENCE);
    return new FeedWorker(name, place, processor);
  }

  private static ChangeFeedProcessorBuilder builder(
      Place place, String name, ChangeFeedProcessorOptions options) {
    return new ChangeFeedProcessorBuilder()
        .hostName(name)
        .feedContainer(place.container("items"))
        .leaseContainer(place.container("leases"))
        .options(options);
  }

  /// Short times, so that a lease without owner finds another one soon.
  private static ChangeFeedProcessorOptions options(String group, Place place) {
    return new ChangeFeedProcessorOptions()
        .setLeasePrefix(group)
        .setFeedPollDelay(Duration.ofMillis(50))
        .setLeaseAcquireInterval(Duration.ofMillis(500))
        .setLeaseRenewInterval(place.leaseLife().dividedBy(RENEWALS_PER_LIFE))
        .setLeaseExpirationInterval(place.leaseLife())
        .setMaxItemCount(20);
  }

  String name() {
    return name;
  }

  /// Who has which part of the feed, and how far behind it is.
  List<ChangeFeedProcessorState> state() {
    return processor.getCurrentState().block(PATIENCE);
  }

  /// To the others the end of a process: whatever it was doing breaks off, no lease is given back.
  void kill() {
    killed = true;
    place.way().close();
  }

  @Override
  public void close() {
    if (!killed) {
      processor.stop().block(PATIENCE);
    }
    place.client().close();
    place.way().close();
  }
}
