// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangeFeed.Start;
import io.orrery.gateway.ChangePage;
import io.orrery.gateway.PageRequest;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Random;

/// Followers of change feeds, who read now and then.
final class FeedSteps {
  private static final int FEEDS_MAX = 6;

  private final World world;
  private final Random random;

  FeedSteps(World world) {
    this.world = world;
    this.random = world.random();
  }

  /// Begins to follow a container; whoever has followed longest leaves if there are too many.
  void begin(ContainerModel container) {
    if (container.feeds().size() >= FEEDS_MAX) {
      container.feeds().removeFirst();
    }
    boolean all = container.definition().historyMillis() > 0 && random.nextBoolean();
    Scopes.Part part = new Scopes(world).any(container);
    if (all) {
      follow(container, ChangeFeed.all(part.scope(), new Start.Now()), part);
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> follow(container, ChangeFeed.latest(part.scope(), new Start.Now()), part);
      case 1 -> catchUp(container, new Start.Beginning(), Long.MIN_VALUE, part);
      default -> {
        long since = world.nowMillis() - random.nextInt(100_000);
        catchUp(container, new Start.At(since), since, part);
      }
    }
  }

  private FeedModel follow(ContainerModel container, ChangeFeed feed, Scopes.Part part) {
    FeedModel model = new FeedModel(feed, part.holds(), world.nowMillis());
    container.follow(model);
    // Begins at once: where `now` is, is decided with the first page.
    read(container, model);
    return model;
  }

  /// Follows the latest versions from some time on: whatever is there from then has to be told.
  private void catchUp(ContainerModel container, Start start, long sinceMillis, Scopes.Part part) {
    FeedModel model =
        new FeedModel(ChangeFeed.latest(part.scope(), start), part.holds(), world.nowMillis());
    container.items().values().stream()
        .filter(item -> item.timeMillis() >= sinceMillis)
        .forEach(item -> model.put(item, null));
    container.follow(model);
    read(container, model);
  }

  void readAny(ContainerModel container) {
    if (container.feeds().isEmpty()) {
      begin(container);
      return;
    }
    FeedModel model = container.feeds().get(random.nextInt(container.feeds().size()));
    int pages = random.nextInt(3) == 0 ? Integer.MAX_VALUE : 1;
    for (boolean more = true; more && pages > 0; pages--) {
      more = read(container, model);
    }
  }

  /// Reads to the end; when the engine is quiet nothing may be late.
  void drain(ContainerModel container, FeedModel model) {
    boolean more = true;
    while (more) {
      more = read(container, model);
    }
    if (container.feeds().contains(model)) {
      model.drained(true, world.nowMillis());
    }
  }

  /// Reads a page; false if there is no more.
  private boolean read(ContainerModel container, FeedModel model) {
    ChangePage page;
    try {
      PageRequest request = new PageRequest(1 + random.nextInt(30), model.continuation());
      page =
          world
              .gateway()
              .changes(world.handle(container), model.feed(), request, world.request(container));
    } catch (OrreryException e) {
      long kept = container.definition().historyMillis();
      boolean gone = e.code() == ErrorCode.HISTORY_GONE && model.mayBeGone(kept, world.nowMillis());
      assertThat(gone).as("%s: %s", e.code(), e.getMessage()).isTrue();
      container.feeds().remove(model);
      return false;
    }
    page.changes().forEach(entry -> model.tell(entry, container.items()));
    model.advance(page.continuation());
    if (!page.more()) {
      model.drained(false, world.nowMillis());
    }
    return page.more();
  }
}
