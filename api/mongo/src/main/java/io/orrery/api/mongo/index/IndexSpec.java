// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.Collations;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.text.TextIndex;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Collation;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// An index as its creator said, with the number that the engine knows it by.
///
/// @param key paths and directions, as they were given
/// @param partialFilter what documents must pass to be in it; empty for all
/// @param expireAfterSeconds when documents end, counted from the date at the path
/// @param hidden whether no plan may use it
/// @param collation how texts in it compare
/// @param more options of its kind, by their names
public record IndexSpec(
    int id,
    String name,
    Value.Document key,
    boolean unique,
    boolean sparse,
    Optional<Value.Document> partialFilter,
    Optional<Long> expireAfterSeconds,
    boolean hidden,
    Collation collation,
    Value.Document more) {
  public static final String ID_NAME = "_id_";

  /// Stands in front of a path where conditions are about squares that shapes lie in. No path of a
  /// client begins so.
  static final String CELLS = "$cells";

  /// The path of conditions that are about words.
  static final String WORDS = "$words";

  private static final int VERSION = 2;

  /// Cosmos DB's name for when a document was last changed.
  private static final String TIME = "_ts";

  /// What the engine keeps of it.
  DeclaredIndex declared() {
    IndexForm form = IndexKinds.form(this);
    return new DeclaredIndex(
        id,
        IndexKinds.parts(this, form),
        sparse || !form.equals(IndexForm.Values.PLAIN),
        unique,
        partialFilter
            .map(filter -> PartialFilters.encode(FilterReader.read(filter)))
            .orElse(new byte[0]),
        collation,
        form);
  }

  /// Whether another says the same, whatever its name and number.
  boolean isLike(IndexSpec other) {
    return key.equals(other.key)
        && unique == other.unique
        && sparse == other.sparse
        && partialFilter.equals(other.partialFilter)
        && collation.equals(other.collation)
        && more.equals(other.more)
        && expireAfterSeconds.equals(other.expireAfterSeconds);
  }

  /// Whether this is its key, whatever the types of its numbers.
  public boolean hasKey(Value.Document other) {
    return ValueOrder.BSON.compare(key, other) == 0;
  }

  /// Whether it has everything that passes a filter, but for what is missing where it is sparse.
  public boolean covers(Filter filter) {
    return !isOfTime()
        && partialFilter
            .map(partial -> PartialFilters.isImplied(FilterReader.read(partial), filter))
            .orElse(true);
  }

  /// Whether it finds words.
  public boolean isOfText() {
    return TextIndex.isText(key);
  }

  /// Whether its entries are the values at its paths, so that it has all documents.
  public boolean isOfValues() {
    return IndexKinds.form(this).equals(IndexForm.Values.PLAIN);
  }

  /// Whether a hint, its name or its key, is about it.
  public boolean isMeant(Value hint) {
    return switch (hint) {
      case Value.Text(String given) -> name.equals(given);
      case Value.Document given -> hasKey(given);
      case Value _ -> false;
    };
  }

  /// Whether it finds the shapes at a path.
  public boolean hasPlaces(String path) {
    return IndexKinds.places(key).filter(path::equals).isPresent();
  }

  /// The path at which it has shapes; empty if it has none.
  public Optional<String> places() {
    return IndexKinds.places(key);
  }

  /// Whether documents end so long after their last change.
  public boolean isOfTime() {
    return expireAfterSeconds.isPresent() && paths().equals(List.of(TIME));
  }

  IndexSpec withId(int newId) {
    return new IndexSpec(
        newId,
        name,
        key,
        unique,
        sparse,
        partialFilter,
        expireAfterSeconds,
        hidden,
        collation,
        more);
  }

  IndexSpec withHidden(boolean newHidden) {
    return new IndexSpec(
        id,
        name,
        key,
        unique,
        sparse,
        partialFilter,
        expireAfterSeconds,
        newHidden,
        collation,
        more);
  }

  IndexSpec withExpiry(long seconds) {
    return new IndexSpec(
        id,
        name,
        key,
        unique,
        sparse,
        partialFilter,
        Optional.of(seconds),
        hidden,
        collation,
        more);
  }

  /// As clients are told it.
  public Value.Document toDocument() {
    return toDocument(IndexKinds.told(key));
  }

  private Value.Document toDocument(Value.Document toldKey) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("v", new Value.Int32(VERSION));
    fields.put("key", toldKey);
    fields.put("name", new Value.Text(name));
    if (unique) {
      fields.put("unique", Value.Bool.TRUE);
    }
    if (sparse) {
      fields.put("sparse", Value.Bool.TRUE);
    }
    partialFilter.ifPresent(filter -> fields.put("partialFilterExpression", filter));
    expireAfterSeconds.ifPresent(
        seconds -> fields.put("expireAfterSeconds", new Value.Int32(Math.toIntExact(seconds))));
    if (hidden) {
      fields.put("hidden", Value.Bool.TRUE);
    }
    if (!collation.isSimple()) {
      fields.put("collation", Collations.toDocument(collation));
    }
    more.properties().forEach(fields::put);
    return new Value.Document(fields);
  }

  /// As it is kept with the collection.
  Value.Document toStored() {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("id", new Value.Int32(id));
    fields.put("spec", toDocument(key));
    return new Value.Document(fields);
  }

  static IndexSpec ofStored(Value stored) {
    if (stored instanceof Value.Document document
        && document.property("id") instanceof Value.Int32(int id)
        && document.property("spec") instanceof Value.Document spec
        && spec.property("name") instanceof Value.Text(String name)
        && spec.property("key") instanceof Value.Document key) {
      return new IndexSpec(
          id,
          name,
          key,
          spec.property("unique") == Value.Bool.TRUE,
          spec.property("sparse") == Value.Bool.TRUE,
          spec.property("partialFilterExpression") instanceof Value.Document filter
              ? Optional.of(filter)
              : Optional.empty(),
          BsonNumbers.findWhole(spec.property("expireAfterSeconds")),
          spec.property("hidden") == Value.Bool.TRUE,
          spec.property("collation") instanceof Value.Document rules
              ? Collations.read(rules)
              : Collation.SIMPLE,
          IndexKinds.options(spec));
    }
    throw OrreryException.corrupted("an index of a collection is kept in another form");
  }

  /// What its entries are made of, part by part, as explanations name it.
  public List<String> entryPaths() {
    return switch (IndexKinds.form(this)) {
      case IndexForm.Values _ -> paths();
      case IndexForm.Cells(List<String> path) -> List.of(String.join(".", path));
      case IndexForm.Words _ -> List.of("_fts");
      case IndexForm.EveryPath _ -> List.of("$_path", "$_value");
    };
  }

  /// The paths, in their order.
  public List<String> paths() {
    return List.copyOf(key.properties().keySet());
  }
}
