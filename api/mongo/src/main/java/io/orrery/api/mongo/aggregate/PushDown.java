// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.expression.PlanExpression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// How much of a pipeline goes to the partitions: all stages in front that look at one document at
/// a time, then an order with its window, a window, or groups that have partial states. The rest
/// begins behind them.
final class PushDown {
  /// What is another value each time must not depend on who evaluates it how often.
  private static final Set<String> BY_LOT = Set.of("$rand", "$sampleRate");

  private static final Value.Document NONE = new Value.Document(new LinkedHashMap<>());

  private final List<Value.Document> stages;
  private final Variables variables;
  private int at;
  private int rowCount;
  private boolean shaped;
  private Value.Document sort = NONE;
  private Value group = Value.Undefined.UNDEFINED;
  private long offset;
  private long count = Long.MAX_VALUE;

  private PushDown(List<Value.Document> stages, Variables variables) {
    this.stages = stages;
    this.variables = variables;
  }

  /// @param stages with what is short for others written out
  static PushDown of(List<Value.Document> stages, Variables variables) {
    PushDown push = new PushDown(stages, variables);
    push.rows();
    push.behindRows();
    return push;
  }

  private void rows() {
    while (at < stages.size()
        && RowStages.isRowStage(name(at))
        && !mentions(stages.get(at), BY_LOT)) {
      shaped |= !name(at).equals("$match");
      at++;
    }
    rowCount = at;
  }

  private void behindRows() {
    if (at < stages.size() && name(at).equals("$group")) {
      Value spec = RowStages.only(stages.get(at)).getValue();
      // Groups of a plan are of equal keys, and these are of alike ones.
      if (variables.collation().isSimple()
          && !mentions(spec, BY_LOT)
          && PushedGroup.canPush(GroupSpec.read(spec, variables))) {
        group = spec;
        at++;
      }
      return;
    }
    if (at < stages.size()
        && name(at).equals("$sort")
        && RowStages.only(stages.get(at)).getValue() instanceof Value.Document order) {
      sort = order;
      at++;
    }
    window();
  }

  private void window() {
    for (; at < stages.size(); at++) {
      Value value = RowStages.only(stages.get(at)).getValue();
      if (name(at).equals("$skip")) {
        long skipped = WindowStages.skipped(value);
        if (offset + skipped < 0) {
          return;
        }
        offset += skipped;
        count = count == Long.MAX_VALUE ? count : Math.max(0, count - skipped);
      } else if (name(at).equals("$limit")) {
        count = Math.min(count, WindowStages.limited(value));
      } else {
        return;
      }
    }
  }

  private String name(int place) {
    return RowStages.only(stages.get(place)).getKey();
  }

  static boolean mentions(Value value, Set<String> operators) {
    return switch (value) {
      case Value.Document document ->
          document.properties().entrySet().stream()
              .anyMatch(
                  each ->
                      operators.contains(each.getKey()) || mentions(each.getValue(), operators));
      case Value.Array(List<Value> elements) ->
          elements.stream().anyMatch(each -> mentions(each, operators));
      case Value _ -> false;
    };
  }

  /// How many stages go.
  int pushed() {
    return at;
  }

  /// What the first stages leave over, for whoever looks for an index; those decide all the same.
  Value.Document filter() {
    List<Value> filters = new ArrayList<>();
    for (int i = 0; i < rowCount && name(i).equals("$match"); i++) {
      if (RowStages.only(stages.get(i)).getValue() instanceof Value.Document filter) {
        LinkedHashMap<String, Value> plain = new LinkedHashMap<>(filter.properties());
        plain
            .entrySet()
            .removeIf(
                each ->
                    each.getKey().equals("$expr") || mentions(each.getValue(), Set.of("$expr")));
        if (!plain.isEmpty()) {
          filters.add(new Value.Document(plain));
        }
      }
    }
    Value.Document all =
        switch (filters.size()) {
          case 0 -> NONE;
          case 1 -> (Value.Document) filters.getFirst();
          default -> StageExpansion.document("$and", new Value.Array(filters));
        };
    return variables.collation().isSimple() ? all : CollatedFilters.in(all, variables.collation());
  }

  PipelineCode code() {
    return new PipelineCode(stages.subList(0, rowCount), sort, group, variables);
  }

  /// The plan over the rows of the code.
  Plan plan(Plan rows) {
    if (group != Value.Undefined.UNDEFINED) {
      return new PushedGroup(GroupSpec.read(group, variables)).plan(rows);
    }
    SortOrder order = SortOrder.read(sort, variables.collation());
    Plan plan = rows;
    if (!order.keys().isEmpty()) {
      List<OrderKey> keys = new ArrayList<>();
      for (int i = 0; i < order.keys().size(); i++) {
        keys.add(
            new OrderKey(new PlanExpression.Output(i), null, order.keys().get(i).descending()));
      }
      plan = new Plan.Sort(plan, keys, Plan.Unindexed.SORT);
    }
    if (shaped) {
      plan = new Plan.Project(plan, new PlanExpression.Output(order.keys().size()));
    }
    return offset == 0 && count == Long.MAX_VALUE ? plan : new Plan.Window(plan, offset, count);
  }
}
