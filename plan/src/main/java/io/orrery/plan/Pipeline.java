// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Languages;
import io.orrery.plan.program.RowProgram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A plan as it is run: the rows of each item, then groups, order, distinct rows and a window, in
/// this order. What is first makes the rows in each partition; those who merge them do the same
/// again and apply the window.
///
/// @param scan which items
/// @param program makes the rows, and the outputs that the numbers below name
/// @param group null if rows are not grouped
/// @param order empty if there is none
/// @param projection the output that is the row; [#WHOLE_ITEM] for the item as it is
/// @param offset of the window
/// @param count of the window; [Long#MAX_VALUE] for all
public record Pipeline(
    Plan.Scan scan,
    RowProgram program,
    @Nullable Grouping group,
    List<OrderKey> order,
    int[] orderOutputs,
    Plan.Unindexed unindexed,
    boolean distinct,
    int projection,
    long offset,
    long count) {

  /// The projection of rows that are items.
  public static final int WHOLE_ITEM = -1;

  /// How rows are grouped.
  ///
  /// @param keyOutputs the outputs that are the keys
  /// @param argumentOutputs the outputs that are aggregated
  /// @param values the order of values in keys and aggregates
  public record Grouping(
      Plan.Group node, int[] keyOutputs, int[] argumentOutputs, ValueOrder values) {

    /// Without keys there is one group, always.
    public boolean hasKeys() {
      return keyOutputs.length > 0;
    }
  }

  public Pipeline {
    order = List.copyOf(order);
  }

  public boolean isOrdered() {
    return !order.isEmpty();
  }

  public boolean projectsWholeItem() {
    return projection == WHOLE_ITEM;
  }

  /// The order of all values in the plan.
  public ValueOrder values() {
    return scan.values();
  }

  /// Whether each row gives its result by itself, in the order of the rows.
  public boolean isStreaming() {
    return group == null && !distinct && !isOrdered();
  }

  /// Reads a plan. Fails with NOT_SUPPORTED if its nodes stand in another order than can be run.
  public static Pipeline of(Plan plan, Languages languages) {
    return new Reading(languages).read(plan);
  }

  /// Takes a plan apart from the top.
  private static final class Reading {
    private final Languages languages;
    private final List<PlanExpression> outputs = new ArrayList<>();
    private long offset;
    private long count = Long.MAX_VALUE;
    private boolean distinct;
    private @Nullable PlanExpression projection;
    private List<OrderKey> order = List.of();
    private Plan.Unindexed unindexed = Plan.Unindexed.SORT;
    private Plan.@Nullable Group group;

    Reading(Languages languages) {
      this.languages = languages;
    }

    Pipeline read(Plan plan) {
      Plan rows = group(order(project(distinct(window(plan)))));
      Plan scan = rows;
      List<Plan> steps = new ArrayList<>();
      while (!(scan instanceof Plan.Scan)) {
        steps.addFirst(scan);
        scan = input(scan);
      }
      return pipeline((Plan.Scan) scan, steps);
    }

    private Plan window(Plan plan) {
      if (plan instanceof Plan.Window(Plan input, long from, long wanted)) {
        offset = from;
        count = wanted;
        return input;
      }
      return plan;
    }

    private Plan distinct(Plan plan) {
      if (plan instanceof Plan.Distinct(Plan input)) {
        distinct = true;
        return input;
      }
      return plan;
    }

    private Plan project(Plan plan) {
      if (plan instanceof Plan.Project(Plan input, PlanExpression value)) {
        projection = value;
        return input;
      }
      return plan;
    }

    private Plan order(Plan plan) {
      return switch (plan) {
        case Plan.Sort(Plan input, List<OrderKey> keys, Plan.Unindexed otherwise) -> {
          order = keys;
          unindexed = otherwise;
          yield input;
        }
        case Plan.TopK(Plan input, List<OrderKey> keys, Plan.Unindexed otherwise, long first) -> {
          order = keys;
          unindexed = otherwise;
          count = Math.min(count, Math.max(0, first - offset));
          yield input;
        }
        case Plan other -> other;
      };
    }

    private Plan group(Plan plan) {
      if (plan instanceof Plan.Group node) {
        group = node;
        return node.input();
      }
      return plan;
    }

    private static Plan input(Plan plan) {
      return switch (plan) {
        case Plan.Filter(Plan input, _) -> input;
        case Plan.Unwind(Plan input, _) -> input;
        case Plan.Rows(Plan input, _) -> input;
        case Plan.Scan _,
            Plan.Group _,
            Plan.Sort _,
            Plan.TopK _,
            Plan.Project _,
            Plan.Distinct _,
            Plan.Window _,
            Plan.Over _ ->
            throw unsupported(plan);
      };
    }

    private static OrreryException unsupported(Plan plan) {
      return new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "A plan cannot have the node %s there.".formatted(plan.getClass().getSimpleName()));
    }

    private Pipeline pipeline(Plan.Scan scan, List<Plan> steps) {
      boolean coded = steps.size() == 1 && steps.getFirst() instanceof Plan.Rows;
      int row = projection == null ? WHOLE_ITEM : output(projection, coded);
      int[] orderOutputs = new int[order.size()];
      for (int i = 0; i < orderOutputs.length; i++) {
        orderOutputs[i] = output(order.get(i).value(), coded);
      }
      Grouping grouping = group == null ? null : grouping(group, coded, scan.values());
      RowProgram program =
          coded
              ? languages.program(((Plan.Rows) steps.getFirst()).code())
              : new CoreProgram(steps, outputs);
      return new Pipeline(
          scan, program, grouping, order, orderOutputs, unindexed, distinct, row, offset, count);
    }

    private Grouping grouping(Plan.Group node, boolean coded, ValueOrder values) {
      int[] keys = new int[node.keys().size()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = output(node.keys().get(i), coded);
      }
      int[] arguments = new int[node.aggregates().size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = output(node.aggregates().get(i).argument(), coded);
      }
      return new Grouping(node, keys, arguments, values);
    }

    /// The number of an output: the code's own, or the place in a list of expressions.
    private int output(PlanExpression expression, boolean coded) {
      if (coded) {
        if (expression instanceof PlanExpression.Output(int number)) {
          return number;
        }
        throw new OrreryException(
            ErrorCode.NOT_SUPPORTED, "A plan with code cannot have expressions of its own.");
      }
      if (expression instanceof PlanExpression.Output) {
        throw new OrreryException(
            ErrorCode.NOT_SUPPORTED, "A plan without code has no outputs of it.");
      }
      outputs.add(expression);
      return outputs.size() - 1;
    }
  }
}
