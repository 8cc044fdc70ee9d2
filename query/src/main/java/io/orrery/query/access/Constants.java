// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.access;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import org.jspecify.annotations.Nullable;

/// Knows the expressions whose value is the same for every item.
@FunctionalInterface
public interface Constants {

  /// The expression's value; null if it depends on the item.
  @Nullable Value find(Expression expression);
}
