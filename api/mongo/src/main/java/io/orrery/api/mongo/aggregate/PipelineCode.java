// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.NeededFields;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.api.mongo.stage.RowStage;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.SourceItem;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.Code;
import io.orrery.plan.program.RowProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The beginning of a pipeline, as partitions run it: stages that look at one document at a time,
/// and the keys of an order or of groups behind them.
///
/// Outputs are the keys of the order and behind them the document, or those of [PushedGroup].
///
/// @param stages as the client wrote them
/// @param sort empty if there is none
/// @param group undefined if there is none
record PipelineCode(
    List<Value.Document> stages, Value.Document sort, Value group, Variables variables)
    implements Code.Local {

  /// More levels than a document has, since it is inside others.
  private static final int DEPTH_MAX = 180;

  PipelineCode {
    stages = List.copyOf(stages);
  }

  static PipelineCode read(Value.Document code) {
    if (code.property("stages") instanceof Value.Array(List<Value> stages)
        && code.property("sort") instanceof Value.Document sort
        && code.property("variables") instanceof Value.Array(List<Value> bound)) {
      Variables variables =
          code.property("collation") instanceof Value.Document rules
              ? Variables.NONE.collated(Collations.read(rules))
              : Variables.NONE;
      for (Value each : bound.reversed()) {
        if (each instanceof Value.Document named
            && named.property("n") instanceof Value.Text(String name)) {
          variables = variables.with(name, named.property("v"));
        }
      }
      return new PipelineCode(
          stages.stream().map(each -> (Value.Document) each).toList(),
          sort,
          code.property("group"),
          variables);
    }
    throw OrreryException.corrupted("code of a pipeline has other parts");
  }

  @Override
  public String language() {
    return PipelineLanguage.NAME;
  }

  @Override
  public byte[] encoded() {
    LinkedHashMap<String, Value> parts = new LinkedHashMap<>();
    parts.put("stages", new Value.Array(List.copyOf(stages)));
    parts.put("sort", sort);
    if (group != Value.Undefined.UNDEFINED) {
      parts.put("group", group);
    }
    List<Value> bound = new ArrayList<>();
    variables
        .all()
        .forEach(
            (name, value) -> {
              LinkedHashMap<String, Value> named = new LinkedHashMap<>();
              named.put("n", new Value.Text(name));
              if (value != Value.Undefined.UNDEFINED) {
                named.put("v", value);
              }
              bound.add(new Value.Document(named));
            });
    parts.put("variables", new Value.Array(bound));
    if (!variables.collation().isSimple()) {
      parts.put("collation", Collations.toDocument(variables.collation()));
    }
    return StoredItems.encode(new Value.Document(parts), DEPTH_MAX);
  }

  @Override
  public RowProgram program() {
    RowStages reader = new RowStages(variables);
    List<RowStage> read = new ArrayList<>();
    for (Value.Document stage : stages) {
      Map.Entry<String, Value> only = RowStages.only(stage);
      read.add(reader.read(only.getKey(), only.getValue()));
    }
    Optional<PushedGroup> grouped =
        group == Value.Undefined.UNDEFINED
            ? Optional.empty()
            : Optional.of(new PushedGroup(GroupSpec.read(group, variables)));
    return new Program(
        read,
        SortOrder.read(sort, variables.collation()).keys(),
        grouped,
        variables,
        needed(read, grouped).reader());
  }

  /// Without groups documents are told as they are.
  private static NeededFields needed(List<RowStage> stages, Optional<PushedGroup> group) {
    NeededFields needed = new NeededFields();
    if (group.isEmpty()) {
      return needed.everything();
    }
    for (RowStage stage : stages) {
      needed =
          stage instanceof RowStage.Match(Filter filter)
              ? needed.filter(filter)
              : needed.everything();
    }
    return group.get().need(needed);
  }

  /// @param reader makes what is needed of a stored document
  private record Program(
      List<RowStage> stages,
      List<SortOrder.Key> keys,
      Optional<PushedGroup> group,
      Variables variables,
      Function<byte[], Value.Document> reader)
      implements RowProgram {
    @Override
    public Run run(Budget budget) {
      return new DocumentsRun(this, budget);
    }

    @Override
    public boolean readsItems() {
      return true;
    }

    @Override
    public void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED, "Pipelines do not run over the rows of another plan.");
    }
  }

  private static final class DocumentsRun implements RowProgram.Run {
    private final Program program;
    private final Budget budget;
    private Value.Document document = new Value.Document(new LinkedHashMap<>());
    private Value.@Nullable Document told;
    private long ordinal;

    DocumentsRun(Program program, Budget budget) {
      this.program = program;
      this.budget = budget;
    }

    /// Passes over receipts, which are no documents.
    @Override
    public boolean rows(SourceItem item, RowProgram.Sink sink) {
      return StoredCursor.over(item.body()).kind() != Value.Kind.OBJECT
          || rows(program.reader().apply(item.body()), sink);
    }

    @Override
    public boolean rows(Value item, RowProgram.Sink sink) {
      budget.steps(1);
      ordinal = -1;
      return RowStage.all(
          program.stages(), 0, (Value.Document) item, program.variables(), each -> row(each, sink));
    }

    private boolean row(Value.Document each, RowProgram.Sink sink) {
      document = each;
      told = null;
      ordinal++;
      return sink.row(this);
    }

    @Override
    public long ordinal() {
      return ordinal;
    }

    @Override
    public Value output(int number) {
      if (told != null) {
        return told;
      }
      if (program.group().isPresent()) {
        return program.group().get().output(number, program.variables().of(document));
      }
      return number < program.keys().size() ? program.keys().get(number).of(document) : document;
    }

    @Override
    public Value whole() {
      return document;
    }

    @Override
    public void enterGroup(Value[] keys, Value[] results) {
      told = program.group().orElseThrow().document(keys[0], results);
    }
  }
}
