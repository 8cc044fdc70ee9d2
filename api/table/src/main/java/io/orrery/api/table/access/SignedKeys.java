// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.access;

import io.orrery.api.table.entities.Entity;
import io.orrery.api.table.entities.EntityKey;
import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.PlanExpression.Operator;
import io.orrery.plan.expression.RowValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The entities that a signature is for: from one pair of keys to another, both included. A row key
/// counts only together with its partition key.
record SignedKeys(
    Optional<String> startPartition,
    Optional<String> startRow,
    Optional<String> endPartition,
    Optional<String> endRow) {

  /// Null if it is for all.
  @Nullable PlanExpression condition() {
    List<PlanExpression> parts = new ArrayList<>();
    startPartition.ifPresent(key -> parts.add(bound(key, startRow, true)));
    endPartition.ifPresent(key -> parts.add(bound(key, endRow, false)));
    return parts.isEmpty() ? null : new PlanExpression.And(parts);
  }

  private static PlanExpression bound(String partition, Optional<String> row, boolean start) {
    Operator beyond = start ? Operator.GREATER : Operator.LESS;
    Operator atLeast = start ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL;
    if (row.isEmpty()) {
      return compare(Entity.PARTITION_KEY, atLeast, partition);
    }
    return new PlanExpression.And(
        List.of(
            compare(Entity.PARTITION_KEY, atLeast, partition),
            new PlanExpression.Or(
                List.of(
                    compare(Entity.PARTITION_KEY, beyond, partition),
                    compare(Entity.ROW_KEY, atLeast, row.get())))));
  }

  private static PlanExpression compare(String property, Operator operator, String key) {
    return new PlanExpression.Compare(
        ComparisonSemantics.ODATA,
        operator,
        new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(property)),
        new PlanExpression.Constant(new Value.Text(key)));
  }

  /// Fails with AuthorizationFailure if the signature is not for this entity.
  void require(EntityKey key) {
    PlanExpression condition = condition();
    if (condition == null) {
      return;
    }
    SequencedMap<String, Value> keys = new LinkedHashMap<>();
    keys.put(Entity.PARTITION_KEY, new Value.Text(key.partitionKey()));
    keys.put(Entity.ROW_KEY, new Value.Text(key.rowKey()));
    RowValues row = new RowValues();
    row.enter(new Value.Document(keys));
    if (!new Evaluator(row).isTrue(condition)) {
      throw new TableRefusal(
          TableError.AUTHORIZATION_FAILURE, "The signature is for other keys than these.");
    }
  }
}
