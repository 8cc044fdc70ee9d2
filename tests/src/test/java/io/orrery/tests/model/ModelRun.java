// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Route;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Throws the dice, step by step.
final class ModelRun {
  private static final int SCANS_MAX = 20;

  private final World world;
  private final Random random;
  private final PointSteps points;
  private final ScanSteps scans;
  private final FeedSteps feeds;
  private final StructureSteps structure;
  private final List<Open> open = new ArrayList<>();

  /// A scan that was begun, and whose it is.
  private record Open(ContainerModel container, OpenScan<?, ?> scan) {}

  ModelRun(World world) {
    this.world = world;
    this.random = world.random();
    this.points = new PointSteps(world);
    this.scans = new ScanSteps(world);
    this.feeds = new FeedSteps(world);
    this.structure = new StructureSteps(world, feeds);
  }

  void begin() {
    for (Template template : Template.values()) {
      structure.create(template);
    }
  }

  void step() {
    world.expire();
    ContainerModel container = world.anyContainer();
    int dice = random.nextInt(1000);
    if (dice < 450) {
      points.write(container);
    } else if (dice < 600) {
      points.batch(container);
    } else if (dice < 750) {
      points.read(container);
    } else if (dice < 850) {
      scan();
    } else if (dice < 930) {
      feeds.readAny(container);
    } else if (dice < 945) {
      feeds.begin(container);
    } else if (dice < 975) {
      world.clock().advance(Duration.ofMillis(random.nextInt(6000)));
    } else if (dice < 983) {
      points.deleteLogicalPartition(container);
    } else {
      change(container);
    }
  }

  /// The rarer things.
  private void change(ContainerModel container) {
    int dice = random.nextInt(100);
    if (dice < 45) {
      structure.split(container);
    } else if (dice < 70) {
      structure.changeDefinition(container);
    } else if (dice < 90) {
      structure.changeThroughput(container);
    } else if (dice < 95) {
      structure.recreate(container);
      open.removeIf(each -> each.container() == container);
    } else if (dice < 98) {
      world.restart();
    } else {
      world.examine();
    }
  }

  /// Begins a scan or goes on with one that was begun before.
  private void scan() {
    if (open.isEmpty() || (open.size() < SCANS_MAX && random.nextInt(3) == 0)) {
      ContainerModel container = world.anyContainer();
      open.add(new Open(container, scans.any(container)));
    }
    int at = random.nextInt(open.size());
    if (!open.get(at).scan().read()) {
      open.remove(at);
    }
  }

  /// Compares everything, once the engine has come to rest.
  void compareAll() {
    for (ContainerModel container : world.containers()) {
      world.awaitQuiet(container);
      world.expire();
      OpenScan.readAll(() -> scans.items(container, Scopes.Part.ALL));
      for (var path : ScanSteps.PATHS) {
        var query = new OrderedQuery(List.of(), List.of(new OrderedQuery.Key(path, false)), false);
        OpenScan.readAll(() -> scans.query(container, query, Scopes.Part.ALL));
      }
      List.copyOf(container.feeds()).forEach(feed -> feeds.drain(container, feed));
      assertThat(itemsCounted(container)).isEqualTo(container.items().size());
    }
    world.examine();
  }

  private long itemsCounted(ContainerModel container) {
    long items = 0;
    for (Route route : world.open(container).routes().all()) {
      items += world.plane().describe(route).counters().items();
    }
    return items;
  }
}
