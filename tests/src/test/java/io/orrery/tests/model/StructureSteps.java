// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Throughput;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.key.PartitionKeyDefinition;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Changes of containers and their partitions.
final class StructureSteps {
  private static final int PARTITIONS_MAX = 16;

  /// Why a partition may not be split just now.
  private static final Set<ErrorCode> NOT_NOW =
      EnumSet.of(ErrorCode.UNAVAILABLE, ErrorCode.INVALID_ARGUMENT, ErrorCode.RANGE_GONE);

  private final World world;
  private final Random random;
  private final FeedSteps feeds;
  private int containersMade;

  StructureSteps(World world, FeedSteps feeds) {
    this.world = world;
    this.random = world.random();
    this.feeds = feeds;
  }

  void create(Template template) {
    String name = template.name().toLowerCase(java.util.Locale.ROOT) + containersMade++ % 3;
    if (world.plane().findContainer(World.DATABASE, name).isPresent()) {
      assertThatThrownBy(() -> create(template, name))
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
      return;
    }
    create(template, name);
    ContainerModel container = new ContainerModel(name, template);
    world.containers().add(container);
    if (container.definition().historyMillis() > 0) {
      container
          .feeds()
          .add(
              new FeedModel(
                  ChangeFeed.all(Scopes.Part.ALL.scope(), new ChangeFeed.Start.Beginning()),
                  Scopes.Part.ALL.holds(),
                  world.nowMillis()));
    }
    feeds.begin(container);
  }

  private void create(Template template, String name) {
    boolean wide = template != Template.FIXED && random.nextBoolean();
    world
        .plane()
        .createContainer(
            World.DATABASE, name, template.definition(), Throughput.manual(wide ? 25_000 : 400));
  }

  /// Makes another one instead, so that there is always one of each template.
  void recreate(ContainerModel container) {
    ContainerHandle handle = world.handle(container);
    OpenContainer open = world.open(container);
    world.plane().deleteContainer(World.DATABASE, container.name());
    world.containers().remove(container);
    assertThatThrownBy(
            () ->
                world
                    .gateway()
                    .find(
                        handle,
                        container
                            .template()
                            .key(handle, container.template().partitionKey(random), 0),
                        world.request(container)))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(world.plane().findContainer(open.container().number())).isEmpty();
    create(container.template());
  }

  void split(ContainerModel container) {
    OpenContainer open = world.open(container);
    List<Route> routes = open.routes().all();
    if (routes.size() >= PARTITIONS_MAX) {
      return;
    }
    try {
      world.plane().split(open, routes.get(random.nextInt(routes.size())).ordinal(), null);
    } catch (OrreryException e) {
      assertThat(NOT_NOW).as("%s", e.getMessage()).contains(e.code());
    }
  }

  void changeThroughput(ContainerModel container) {
    if (container.definition().key().kind() == PartitionKeyDefinition.Kind.NONE) {
      return;
    }
    long amount = 400 + 100L * random.nextInt(random.nextInt(8) == 0 ? 400 : 50);
    world.plane().changeThroughput(World.DATABASE, container.name(), Throughput.manual(amount));
  }

  void changeDefinition(ContainerModel container) {
    ContainerDefinition old = container.definition();
    switch (random.nextInt(4)) {
      case 0 -> changeTtl(container, old);
      case 1 -> changeHistory(container, old);
      default ->
          replace(
              container,
              old.withIndexing(Template.POLICIES.get(random.nextInt(Template.POLICIES.size()))));
    }
  }

  private void replace(ContainerModel container, ContainerDefinition next) {
    world.plane().replaceContainer(World.DATABASE, container.name(), next);
    container.replace(next);
    container.expire(world.nowMillis());
  }

  private void changeTtl(ContainerModel container, ContainerDefinition old) {
    // What is past its time and not swept yet would come back to life with a longer one.
    world.awaitQuiet(container);
    int seconds =
        switch (random.nextInt(3)) {
          case 0 -> TimeToLive.OFF;
          case 1 -> TimeToLive.NO_DEFAULT;
          default -> 30 + random.nextInt(100);
        };
    replace(container, old.withTtlSeconds(seconds));
  }

  private void changeHistory(ContainerModel container, ContainerDefinition old) {
    boolean keep = old.historyMillis() == 0;
    replace(container, old.withHistoryMillis(keep ? Template.HISTORY_MILLIS : 0));
    container.feeds().removeIf(feed -> feed.feed().versions() == ChangeFeed.Versions.ALL);
  }
}
