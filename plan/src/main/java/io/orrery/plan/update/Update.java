// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.plan.expression.PlanExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Edits of one item, which all take place or none, in their order.
///
/// @param condition what must be true of an existing item; null if nothing must
/// @param lifetime the property of the item that says how many seconds it lives; null if none does,
///   and edits leave its time to live alone
/// @param writesUnchanged whether an item that the edits leave as it was is written all the same,
///   and gets a new version
public record Update(
    List<Edit> edits,
    @Nullable PlanExpression condition,
    @Nullable String lifetime,
    boolean writesUnchanged) {

  /// More than any API has in one update.
  public static final int EDITS_MAX = 4096;

  public Update {
    edits = List.copyOf(edits);
    if (edits.size() > EDITS_MAX) {
      throw new IllegalArgumentException("an update of " + edits.size() + " edits");
    }
  }

  public static Update of(Edit... edits) {
    return new Update(List.of(edits), null, null, false);
  }
}
