// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Item;
import io.orrery.model.container.Throughput;
import io.orrery.testkit.LocalEngine;
import io.orrery.tests.crash.Intent.Effect;
import io.orrery.tests.crash.Intent.Kind;
import java.util.List;
import java.util.Random;

/// Makes containers, puts something into them and drops them; splits partitions; has everything
/// indexed anew.
final class BuilderWorkload implements Workload {
  private static final int BOOTHS = 4;
  private static final int ITEMS = 40;

  private final LocalEngine engine;
  private final Random random;
  private long numberNext;

  BuilderWorkload(LocalEngine engine, Random random, long numberFirst) {
    this.engine = engine;
    this.random = random;
    this.numberNext = numberFirst + Shop.BUILDER * 1_000_000L;
  }

  @Override
  public Step next() {
    String booth = "booth" + random.nextInt(BOOTHS);
    int dice = random.nextInt(100);
    if (dice < 15) {
      return make(booth);
    } else if (dice < 25) {
      return drop(booth);
    } else if (dice < 75) {
      return fill(booth);
    } else if (dice < 82) {
      return reindex();
    }
    return split();
  }

  private ControlPlane plane() {
    return engine.plane();
  }

  private Step make(String booth) {
    return step(
        Kind.MAKE_CONTAINER,
        new Effect.MakeContainer(booth),
        () -> {
          plane()
              .createContainer(
                  Shop.DATABASE,
                  booth,
                  Shop.definition(booth),
                  Throughput.manual(random.nextBoolean() ? 400 : 30_000));
          return true;
        });
  }

  private Step drop(String booth) {
    return step(
        Kind.DROP_CONTAINER,
        new Effect.DropContainer(booth),
        () -> {
          plane().deleteContainer(Shop.DATABASE, booth);
          return true;
        });
  }

  private Step fill(String booth) {
    int id = random.nextInt(ITEMS);
    String key = Shop.logicalKey(Shop.BUILDER, Integer.toString(id % 5));
    long number = numberNext++;
    return step(
        Kind.FILL,
        new Effect.Put(booth, key, id, 1, number, 0),
        () -> {
          ContainerHandle handle = engine.gateway().container(Shop.DATABASE, booth);
          var item = Shop.item(key, id, number, Item.TTL_DEFAULT);
          engine.gateway().upsert(handle, Shop.key(handle, key, id), item, null, engine.request());
          return true;
        });
  }

  private Step reindex() {
    String container = Shop.CONTAINERS.get(random.nextInt(Shop.CONTAINERS.size()));
    int policy = random.nextInt(Shop.POLICIES.size());
    return step(
        Kind.REINDEX,
        new Effect.Reindex(container, policy),
        () -> {
          ContainerDefinition definition =
              Shop.definition(container).withIndexing(Shop.POLICIES.get(policy));
          plane().replaceContainer(Shop.DATABASE, container, definition);
          return true;
        });
  }

  private Step split() {
    String container = Shop.CONTAINERS.get(random.nextInt(Shop.CONTAINERS.size()));
    return new Step(
        new Intent(Shop.BUILDER, Kind.SPLIT, List.of()),
        () -> {
          OpenContainer open = plane().requireContainer(Shop.DATABASE, container);
          List<Route> routes = open.routes().all();
          if (routes.size() >= 24) {
            return false; // Many small partitions make every start slow, and nothing new happens.
          }
          plane().split(open, routes.get(random.nextInt(routes.size())).ordinal(), null);
          return true;
        });
  }

  private static Step step(Kind kind, Effect effect, Action action) {
    return new Step(new Intent(Shop.BUILDER, kind, List.of(effect)), action);
  }
}
