// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.program.Budget;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// A query ready to run. Any number of threads may use it, each with a [Frame] of its own.
///
/// A query that does not aggregate is, item by item: [#rows], then for each row [#projection] (and
/// [#orderKeys]); undefined projections are no results. One that [#aggregates()] adds its rows to
/// [#groups], then asks for the projection of each group.
public final class CompiledQuery {
  private final Select select;
  private final int slots;
  private final boolean hasItems;
  private final Value[] parameters;

  private CompiledQuery(Select select, int slots, boolean hasItems, Value[] parameters) {
    this.select = select;
    this.slots = slots;
    this.hasItems = hasItems;
    this.parameters = parameters;
  }

  /// A query that is compiled once for any values of its parameters.
  public static final class Open {
    private final Select select;
    private final int slots;
    private final boolean hasItems;
    private final List<String> names;

    private Open(Select select, int slots, boolean hasItems, List<String> names) {
      this.select = select;
      this.slots = slots;
      this.hasItems = hasItems;
      this.names = List.copyOf(names);
    }

    /// The query with the values of one run.
    public CompiledQuery with(QuerySettings settings) {
      Value[] values = new Value[names.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = settings.parameter(names.get(i));
      }
      return new CompiledQuery(select, slots, hasItems, values);
    }
  }

  /// Compiles a query for one run, with the values of its parameters.
  ///
  /// @throws io.orrery.model.OrreryException INVALID_ARGUMENT, NOT_SUPPORTED or LIMIT_EXCEEDED for
  ///   what cannot be evaluated
  public static CompiledQuery compile(Query query, QuerySettings settings) {
    boolean hasItems = query.from() != null;
    Compilation compilation = new Compilation(settings, hasItems, null);
    Select select = compilation.select(query, null);
    return new CompiledQuery(select, compilation.slots(), hasItems, new Value[0]);
  }

  /// As [#compile], for any number of runs with other parameters: nothing in the query may need
  /// their values before it runs.
  public static Open compileOpen(Query query, QuerySettings settings) {
    boolean hasItems = query.from() != null;
    List<String> names = new ArrayList<>();
    Compilation compilation = new Compilation(settings, hasItems, names);
    Select select = compilation.select(query, null);
    return new Open(select, compilation.slots(), hasItems, names);
  }

  /// Whether the query reads items; one without FROM has one row, whatever the container holds.
  public boolean hasItems() {
    return hasItems;
  }

  /// Whether the results are groups of rows: there is GROUP BY or an aggregate function.
  public boolean aggregates() {
    return select.grouping() != null;
  }

  /// The aggregates of all groups, in the order of their arguments among a program's outputs; none
  /// if the query does not aggregate.
  public List<AggregateFunction> aggregateFunctions() {
    return select.grouping() == null
        ? List.of()
        : select.grouping().aggregates().stream().map(GroupLayout.Aggregate::function).toList();
  }

  /// Whether there is GROUP BY. Without it, a query that aggregates has one group, always.
  public boolean isGrouped() {
    return select.grouping() != null && select.grouping().hasKeys();
  }

  public boolean isDistinct() {
    return select.distinct();
  }

  public boolean isOrdered() {
    return select.ordered();
  }

  /// Whether the results are the items as they are, so that their bytes can be taken over.
  public boolean projectsWholeItem() {
    return select.wholeItem();
  }

  /// Whether each row gives its result by itself, in the order of the rows.
  public boolean isStreaming() {
    return !aggregates() && !isDistinct() && !isOrdered();
  }

  /// TOP; empty if there is none.
  public OptionalLong top() {
    return count(select.window().top());
  }

  /// OFFSET, 0 if there is none.
  public long offset() {
    return select.window().offset();
  }

  /// LIMIT; empty if there is none.
  public OptionalLong limit() {
    return count(select.window().limit());
  }

  private static OptionalLong count(long count) {
    return count == Select.Window.ALL ? OptionalLong.empty() : OptionalLong.of(count);
  }

  /// How many results are wanted behind the OFFSET.
  public long count() {
    return select.window().count();
  }

  /// By the ORDER BY keys, as [#orderKeys] gives them.
  public RowOrder ordering() {
    return select.ordering();
  }

  public Frame frame(Budget budget) {
    return new Frame(slots, parameters, budget);
  }

  /// Gives the rows that an item has by FROM and WHERE, in the order of the document.
  ///
  /// @return false if the sink wanted no more
  public boolean rows(QueriedItem item, Frame frame, RowSink sink) {
    frame.enter(item);
    frame.step();
    return select.rows().run(frame, sink);
  }

  /// The result for the row that the frame stands on; undefined if there is none.
  public Value projection(Frame frame) {
    return select.projection().evaluate(frame);
  }

  /// The ORDER BY values of the row that the frame stands on.
  public Value[] orderKeys(Frame frame) {
    return select.orderKeys(frame);
  }

  /// An empty set of groups, for the rows of a query that [#aggregates()].
  public Groups groups(Budget budget) {
    return new Groups(requireGrouping(), budget);
  }

  /// The GROUP BY values of the row that the frame stands on.
  public Value[] groupKeys(Frame frame) {
    return requireGrouping().keys(frame);
  }

  /// An empty group of the rows with these keys.
  public Group newGroup(Value[] keys) {
    return new Group(requireGrouping(), keys);
  }

  /// The result for a group; undefined if there is none.
  public Value projection(Group group, Frame frame) {
    group.enter(frame);
    return select.projection().evaluate(frame);
  }

  /// The ORDER BY values of a group.
  public Value[] orderKeys(Group group, Frame frame) {
    group.enter(frame);
    return select.orderKeys(frame);
  }

  Select select() {
    return select;
  }

  private GroupLayout requireGrouping() {
    GroupLayout grouping = select.grouping();
    if (grouping == null) {
      throw new IllegalStateException("the query does not aggregate");
    }
    return grouping;
  }
}
