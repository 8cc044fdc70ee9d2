// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.match.NeededFields;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.SourceItem;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.Code;
import io.orrery.plan.program.RowProgram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Code of the language "mongo": which documents pass, and what is made of each.
///
/// Its outputs are the keys of the order, and behind them one more: the distinct value that a row
/// stands for, or the count of a group.
///
/// The program is made once for all who run it: the gateway, and each partition for each page.
final class DocumentCode implements Code.Local {

  /// More levels than a document has, since it is inside one.
  private static final int DEPTH_MAX = 160;

  private final Value.Document filter;
  private final Value.Document sort;
  private final String distinct;

  /// Made when it is first asked for; threads may race to it, they make the same.
  private volatile @Nullable RowProgram program;

  /// @param distinct the path whose values are rows of their own; empty for a row per document
  DocumentCode(Value.Document filter, Value.Document sort, String distinct) {
    this.filter = filter;
    this.sort = sort;
    this.distinct = distinct;
  }

  static DocumentCode read(Value.Document code) {
    if (code.property("filter") instanceof Value.Document filter
        && code.property("sort") instanceof Value.Document sort
        && code.property("distinct") instanceof Value.Text(String distinct)) {
      return new DocumentCode(filter, sort, distinct);
    }
    throw OrreryException.corrupted("code of the language 'mongo' has other parts");
  }

  @Override
  public String language() {
    return MongoLanguage.NAME;
  }

  @Override
  public byte[] encoded() {
    LinkedHashMap<String, Value> parts = new LinkedHashMap<>();
    parts.put("filter", filter);
    parts.put("sort", sort);
    parts.put("distinct", new Value.Text(distinct));
    return StoredItems.encode(new Value.Document(parts), DEPTH_MAX);
  }

  @Override
  public RowProgram program() {
    RowProgram known = program;
    if (known == null) {
      known = make();
      program = known;
    }
    return known;
  }

  private RowProgram make() {
    Filter read = FilterReader.read(filter);
    List<SortOrder.Key> keys = SortOrder.read(sort, CollatedFilters.of(filter)).keys();
    return new Program(read, keys, distinct, reader(read, keys));
  }

  private Function<byte[], Value.Document> reader(Filter read, List<SortOrder.Key> keys) {
    NeededFields needed = new NeededFields().filter(read);
    for (SortOrder.Key key : keys) {
      needed = key.ranking().isPresent() ? needed.everything() : needed.path(key.path().names());
    }
    return distinct.isEmpty()
        ? needed.reader()
        : needed.path(DocumentPath.of(distinct).names()).reader();
  }

  /// @param reader makes what is needed of a stored document
  private record Program(
      Filter filter,
      List<SortOrder.Key> keys,
      String distinct,
      Function<byte[], Value.Document> reader)
      implements RowProgram {
    @Override
    public Run run(Budget budget) {
      return new DocumentRun(this, budget);
    }

    @Override
    public boolean readsItems() {
      return true;
    }

    @Override
    public void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED, "Filters do not run over the rows of another plan.");
    }
  }

  private static final class DocumentRun implements RowProgram.Run {
    private final Program program;
    private final Budget budget;

    /// What the document was read from; null if it came as a value, and is whole.
    private byte @Nullable [] stored;

    private Value document = Value.Undefined.UNDEFINED;
    private Value last = Value.Null.NULL;
    private long ordinal;

    DocumentRun(Program program, Budget budget) {
      this.program = program;
      this.budget = budget;
    }

    /// Passes over receipts, which are no documents.
    @Override
    public boolean rows(SourceItem item, RowProgram.Sink sink) {
      byte[] body = item.body();
      if (StoredCursor.over(body).kind() != Value.Kind.OBJECT) {
        return true;
      }
      stored = body;
      return passing(program.reader().apply(body), sink);
    }

    @Override
    public boolean rows(Value item, RowProgram.Sink sink) {
      stored = null;
      return passing(item, sink);
    }

    private boolean passing(Value item, RowProgram.Sink sink) {
      budget.steps(1);
      if (!Matching.matches(program.filter(), item)) {
        return true;
      }
      document = item;
      ordinal = -1;
      return program.distinct().isEmpty() ? row(Value.Null.NULL, sink) : values(sink);
    }

    /// The elements of an array are values of their own, and the array is none.
    private boolean values(RowProgram.Sink sink) {
      return !DocumentPath.of(program.distinct())
          .any(
              document,
              value -> {
                if (value instanceof Value.Array(List<Value> elements)) {
                  return elements.stream().anyMatch(each -> !row(each, sink));
                }
                return value != Value.Undefined.UNDEFINED && !row(value, sink);
              });
    }

    private boolean row(Value value, RowProgram.Sink sink) {
      last = value;
      ordinal++;
      return sink.row(this);
    }

    @Override
    public long ordinal() {
      return ordinal;
    }

    @Override
    public Value output(int number) {
      return number < program.keys().size() ? program.keys().get(number).of(document) : last;
    }

    @Override
    public Value whole() {
      return stored == null ? document : StoredItems.decode(stored);
    }

    @Override
    public void enterGroup(Value[] keys, Value[] results) {
      last = results[0];
    }
  }
}
