// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.patch;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.query.ParsedQueries;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.function.Surroundings;
import io.orrery.query.lower.ConditionLowering;
import io.orrery.query.syntax.Query;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// What must be true of an item for a patch to take place, as a query without its SELECT: `from c
/// where c.stock > 0`.
final class PatchCondition {
  private static final int TEXT_MAX = 64 * 1024;
  private static final long MEMORY_MAX = 16L << 20;
  private static final Duration TIME_MAX = Duration.ofSeconds(5);

  /// What every item shows besides what it is stored with.
  private static final Set<String> ABSENT = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

  private final CompiledQuery query;
  private final Optional<PlanExpression> expression;
  private final LongSupplier nanos;

  private PatchCondition(
      CompiledQuery query, Optional<PlanExpression> expression, LongSupplier nanos) {
    this.query = query;
    this.expression = expression;
    this.nanos = nanos;
  }

  /// Fails with INVALID_ARGUMENT and what is wrong with the text.
  static PatchCondition parse(String text, Surroundings surroundings, LongSupplier nanos) {
    if (text.length() > TEXT_MAX) {
      throw Refusals.invalid(
          "The condition of a patch has %d characters, more than the %d it may have."
              .formatted(text.length(), TEXT_MAX));
    }
    Query parsed = ParsedQueries.parseWithoutParameters("SELECT VALUE true " + text);
    CompiledQuery query = CompiledQuery.compile(parsed, QuerySettings.of(surroundings));
    if (!query.isStreaming() || !query.hasItems() || parsed.window() != null) {
      throw Refusals.invalid(
          "The condition of a patch must be FROM with or without WHERE, and nothing else.");
    }
    return new PatchCondition(query, ConditionLowering.lower(parsed, ABSENT), nanos);
  }

  /// The same in the engine's words; empty if it has none for this.
  Optional<PlanExpression> expression() {
    return expression;
  }

  boolean holdsFor(StoredItem item) {
    long end = nanos.getAsLong() + TIME_MAX.toNanos();
    MemoryBudget budget =
        new MemoryBudget(
            MEMORY_MAX,
            () -> {
              if (nanos.getAsLong() - end > 0) {
                throw Refusals.invalid("The condition of the patch takes too long.");
              }
            });
    return !query.rows(item, query.frame(budget), _ -> false);
  }
}
