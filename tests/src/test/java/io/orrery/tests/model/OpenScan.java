// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import java.util.List;
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

    default Service service() {
      return Service.CERTAIN;
    }

    List<P> expected();

    /// Whether the first place comes behind the second one.
    boolean isBehind(P place, P last);

    /// Whether the item may be found and need not be.
    default boolean isOptional(P place) {
      return false;
    }

    /// Whether a page may end behind items that gave no row, and not just behind its last row.
    default boolean mayStopBehindItsLastRow() {
      return false;
    }

    /// Whether the next page may begin at the row that this one had no room for, and not just
    /// behind its last row.
    default boolean goesOnAtTheNextRow() {
      return false;
    }

    /// Whether the places belong to one of the stretches that are read one after the other. A page
    /// that ends with a stretch goes on with the next one, whatever is added to it.
    default boolean areInOneStretch(P one, P other) {
      return false;
    }

    ItemKey key(P place);

    ItemKey keyOf(R row);

    ItemVersion versionOf(R row);
  }

  /// Whether the engine can answer at the moment, as far as the model knows.
  enum Service {
    CERTAIN,
    POSSIBLE,
    REFUSED
  }

  private final Plan<R, P> plan;
  private final ContainerModel container;
  private final Random random;
  private @Nullable String continuation;
  private @Nullable P last;

  /// The row that came next when the last page was read.
  private @Nullable P next;

  /// The last page may have ended behind items that are gone or were filtered out, and not just
  /// behind its last row: what was written since in between lies behind it, or does not.
  private boolean ambiguous;

  /// The last page had the last item there was in its stretch.
  private boolean stretchEnded;

  private long stamp;

  OpenScan(Plan<R, P> plan, ContainerModel container, Random random) {
    this.plan = plan;
    this.container = container;
    this.random = random;
  }

  /// Reads a page. False if it was the last one, or if it was refused as it should be.
  boolean read() {
    Service service = plan.service();
    try {
      Page<R> page = plan.read(new PageRequest(1 + random.nextInt(40), continuation));
      assertThat(service).as("service of %s", plan).isNotEqualTo(Service.REFUSED);
      return compare(page);
    } catch (OrreryException e) {
      if (service == Service.CERTAIN || e.code() != ErrorCode.INVALID_ARGUMENT) {
        throw e;
      }
      return false;
    }
  }

  private boolean compare(Page<R> page) {
    continuation = page.continuation().orElse(null);
    List<ItemKey> found = page.rows().stream().map(plan::keyOf).toList();
    List<P> rest =
        plan.expected().stream()
            .filter(each -> last == null || plan.isBehind(each, last))
            .filter(each -> !mayBeMissing(each) || found.contains(plan.key(each)))
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
    ambiguous = container.isUnswept() || plan.mayStopBehindItsLastRow();
    List<P> left = rest.subList(found.size(), rest.size());
    next = left.isEmpty() ? null : left.getFirst();
    stretchEnded = left.stream().noneMatch(this::isInStretchOfLast);
    stamp = container.writes();
    return true;
  }

  private boolean mayBeMissing(P place) {
    if (plan.isOptional(place)) {
      return true;
    }
    boolean isNew = container.items().get(plan.key(place)).stamp() > stamp;
    return isNew
        && (ambiguous
            || (stretchEnded && isInStretchOfLast(place))
            || (plan.goesOnAtTheNextRow() && next != null && plan.isBehind(next, place)));
  }

  private boolean isInStretchOfLast(P place) {
    return last != null && plan.areInOneStretch(place, last);
  }

  private void requireCurrent(R row) {
    ModelItem expected = container.items().get(plan.keyOf(row));
    assertThat(plan.versionOf(row)).isEqualTo(expected.version());
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
