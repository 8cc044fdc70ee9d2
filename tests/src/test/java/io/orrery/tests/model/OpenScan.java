// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.ItemVersion;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A scan that is read a page at a time, with other things happening in between. Each page must be
/// what a scan begun at the place of its continuation would find now.
///
/// @param <R> the engine's rows
/// @param <P> what a row's place in the order is, in the model
final class OpenScan<R, P> {

  /// What the scan should find now, in its order, and how to compare places.
  interface Plan<R, P> {
    Page<R> read(PageRequest request);

    /// Empty if nothing can be said at the moment.
    Optional<List<P>> expected();

    /// Whether the first place comes behind the second one.
    boolean isBehind(P place, P last);

    ItemKey key(P place);

    ItemKey keyOf(R row);

    Optional<ItemVersion> versionOf(R row);
  }

  private final Plan<R, P> plan;
  private final Function<ItemKey, ModelItem> items;
  private final Random random;
  private @Nullable String continuation;
  private @Nullable P last;
  private boolean lost;

  OpenScan(Plan<R, P> plan, Function<ItemKey, ModelItem> items, Random random) {
    this.plan = plan;
    this.items = items;
    this.random = random;
  }

  /// Reads a page. False if it was the last one, or if nothing can be compared any more.
  boolean read() {
    Optional<List<P>> all = plan.expected();
    Page<R> page = plan.read(new PageRequest(1 + random.nextInt(40), continuation));
    continuation = page.continuation().orElse(null);
    if (all.isEmpty() || lost) {
      lost = true;
      return false;
    }
    List<P> rest =
        all.get().stream().filter(each -> last == null || plan.isBehind(each, last)).toList();
    List<ItemKey> found = page.rows().stream().map(plan::keyOf).toList();
    assertThat(found)
        .as("%s behind %s", plan, last)
        .isEqualTo(rest.stream().limit(found.size()).map(plan::key).toList());
    page.rows().forEach(this::requireCurrent);
    if (continuation == null) {
      assertThat(found).as("the whole rest").hasSameSizeAs(rest);
      return false;
    }
    if (!found.isEmpty()) {
      last = rest.get(found.size() - 1);
    }
    return true;
  }

  private void requireCurrent(R row) {
    plan.versionOf(row)
        .ifPresent(
            version -> assertThat(version).isEqualTo(items.apply(plan.keyOf(row)).version()));
  }

  /// Reads it to its end.
  static void readAll(Supplier<OpenScan<?, ?>> scan) {
    OpenScan<?, ?> open = scan.get();
    boolean more = true;
    while (more) {
      more = open.read();
    }
  }
}
