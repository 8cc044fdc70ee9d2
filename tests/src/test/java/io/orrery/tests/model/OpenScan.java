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
  private final ContainerModel container;
  private final Random random;
  private @Nullable String continuation;
  private @Nullable P last;
  private boolean lost;

  /// The last page may have ended behind items that are gone, and not just behind its last row:
  /// what was written since in between lies behind it, or does not.
  private boolean ambiguous;

  private long stamp;

  OpenScan(Plan<R, P> plan, ContainerModel container, Random random) {
    this.plan = plan;
    this.container = container;
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
    List<ItemKey> found = page.rows().stream().map(plan::keyOf).toList();
    List<P> rest =
        all.get().stream()
            .filter(each -> last == null || plan.isBehind(each, last))
            .filter(each -> !isAmbiguous(each) || found.contains(plan.key(each)))
            .toList();
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
    ambiguous = container.isUnswept();
    stamp = container.writes();
    return true;
  }

  private boolean isAmbiguous(P place) {
    return ambiguous && container.items().get(plan.key(place)).stamp() > stamp;
  }

  private void requireCurrent(R row) {
    plan.versionOf(row)
        .ifPresent(
            version ->
                assertThat(version).isEqualTo(container.items().get(plan.keyOf(row)).version()));
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
