// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Members;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.query.ParsedQueries;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.gateway.Row;
import io.orrery.gateway.Transaction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.script.ScriptHost.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The queries of one script: over its logical partition as its transaction sees it, without index.
///
/// A query whose results come item by item goes on behind the last item, whatever became of those
/// before. Any other is run once, and its pages are parts of that; in another run of the script it
/// is run again.
final class ScriptQueries {
  private static final long MEMORY_MAX = 16L << 20;
  private static final int SCAN_ITEMS = 500;
  private static final byte[] BEGINNING = {};
  private static final String ITEM = "i";
  private static final String PLACE = "p";

  private final ItemRequest request;
  private final Transaction transaction;
  private final BiConsumer<Long, ItemKey> seen;
  private final Function<Map<String, Value>, QuerySettings> settings;
  private final Map<Long, List<Value>> whole = new HashMap<>();

  /// @param seen is told the number and key of every item looked at
  /// @param settings what queries need besides their text, given their parameters
  ScriptQueries(
      ItemRequest request,
      Transaction transaction,
      BiConsumer<Long, ItemKey> seen,
      Function<Map<String, Value>, QuerySettings> settings) {
    this.request = request;
    this.transaction = transaction;
    this.seen = seen;
    this.settings = settings;
  }

  Page page(String query, int size, @Nullable String continuation) {
    if (!(Json.parse(query) instanceof Value.Document document)) {
      throw Refusals.invalid("A query must be a text, or an object with the text and parameters.");
    }
    QueryBody body = QueryBody.of(Members.of(document));
    CompiledQuery compiled =
        CompiledQuery.compile(ParsedQueries.parse(body.text()), settings.apply(body.parameters()));
    boolean byItem =
        compiled.isStreaming()
            && compiled.hasItems()
            && compiled.offset() == 0
            && compiled.count() == Long.MAX_VALUE;
    return byItem
        ? next(compiled, size, position(continuation, ITEM))
        : part(compiled, body.fingerprint(), size, position(continuation, PLACE));
  }

  private static byte[] position(@Nullable String continuation, String kind) {
    if (continuation == null || continuation.isEmpty()) {
      return BEGINNING;
    }
    try {
      if (continuation.startsWith(kind)) {
        return Base64.getUrlDecoder().decode(continuation.substring(kind.length()));
      }
    } catch (IllegalArgumentException _) {
      // Said below, the same as for one of another kind.
    }
    throw Refusals.continuation("it is not one of this query.");
  }

  private static String continuation(String kind, byte[] position) {
    return kind + Base64.getUrlEncoder().withoutPadding().encodeToString(position);
  }

  private Budget budget() {
    return new MemoryBudget(MEMORY_MAX, request.context()::checkpoint);
  }

  /// The results of the next items: all those of an item, so that a page may be longer than asked.
  private Page next(CompiledQuery query, int size, byte[] after) {
    Frame frame = query.frame(budget());
    List<Value> results = new ArrayList<>();
    Walk walk = new Walk(after);
    while (results.size() < size && walk.hasNext()) {
      boolean _ =
          query.rows(
              walk.next(),
              frame,
              row -> {
                Value value = query.projection(row);
                if (value != Value.Undefined.UNDEFINED) {
                  results.add(value);
                }
                return true;
              });
    }
    String rest = walk.hasNext() ? continuation(ITEM, walk.last()) : null;
    return new Page(Json.text(new Value.Array(results)), rest);
  }

  private Page part(CompiledQuery query, long fingerprint, int size, byte[] place) {
    int from = place.length == 0 ? 0 : parse(place);
    List<Value> results = from == 0 ? null : whole.get(fingerprint);
    if (results == null) {
      results = InMemory.run(query, () -> new Walk(BEGINNING), budget());
      whole.put(fingerprint, results);
    }
    int begin = Math.min(from, results.size());
    int end = Math.min(results.size(), begin + size);
    String rest =
        end < results.size()
            ? continuation(PLACE, Integer.toString(end).getBytes(StandardCharsets.US_ASCII))
            : null;
    return new Page(Json.text(new Value.Array(results.subList(begin, end))), rest);
  }

  private static int parse(byte[] place) {
    try {
      return Math.max(0, Integer.parseInt(new String(place, StandardCharsets.US_ASCII)));
    } catch (NumberFormatException _) {
      throw Refusals.continuation("it is not one of this query.");
    }
  }

  /// The items behind a row key, some at a time.
  private final class Walk implements Iterator<QueriedItem> {
    private byte[] last;
    private Iterator<Row> page;
    private boolean ended;

    Walk(byte[] after) {
      this.last = after;
      this.page = Collections.emptyIterator();
    }

    private Iterator<Row> scan() {
      return transaction.scan(last, SCAN_ITEMS, request.limits().pageBytes()).iterator();
    }

    byte[] last() {
      return last;
    }

    @Override
    public boolean hasNext() {
      if (!page.hasNext() && !ended) {
        page = scan();
        ended = !page.hasNext();
      }
      return page.hasNext();
    }

    @Override
    public QueriedItem next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Row row = page.next();
      last = row.key().rowKey();
      seen.accept(row.item().rid(), row.key());
      return request.owner().asQueried(row.item());
    }
  }
}
