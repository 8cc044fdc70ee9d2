// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.query.ParsedQueries;
import io.orrery.api.sql.query.QuerySurroundings;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Settings;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.spatial.Space;
import io.orrery.query.syntax.Query;
import java.time.Duration;
import java.time.Instant;

/// What must be true of an item for a patch to take place, as a query without its SELECT: `from c
/// where c.stock > 0`.
final class PatchCondition {
  private static final int TEXT_MAX = 64 * 1024;
  private static final long MEMORY_MAX = 16L << 20;
  private static final Duration TIME_MAX = Duration.ofSeconds(5);

  private final CompiledQuery query;

  private PatchCondition(CompiledQuery query) {
    this.query = query;
  }

  /// Fails with INVALID_ARGUMENT and what is wrong with the text.
  static PatchCondition parse(String text, Space space) {
    if (text.length() > TEXT_MAX) {
      throw Refusals.invalid(
          "The condition of a patch has %d characters, more than the %d it may have."
              .formatted(text.length(), TEXT_MAX));
    }
    Query parsed = ParsedQueries.parseWithoutParameters("SELECT VALUE true " + text);
    CompiledQuery query =
        CompiledQuery.compile(parsed, Settings.of(new QuerySurroundings(Instant.now(), space)));
    if (!query.isStreaming() || !query.hasItems() || parsed.window() != null) {
      throw Refusals.invalid(
          "The condition of a patch must be FROM with or without WHERE, and nothing else.");
    }
    return new PatchCondition(query);
  }

  boolean holdsFor(StoredItem item) {
    Instant end = Instant.now().plus(TIME_MAX);
    MemoryBudget budget =
        new MemoryBudget(
            MEMORY_MAX,
            () -> {
              if (Instant.now().isAfter(end)) {
                throw Refusals.invalid("The condition of the patch takes too long.");
              }
            });
    return !query.rows(item, query.frame(budget), _ -> false);
  }
}
