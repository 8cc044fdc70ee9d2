// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.command.KeyBounds;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.match.IndexSection;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Writes into `min` and `max` of a find which index they are about.
public final class HintedBounds {
  private HintedBounds() {}

  /// The same selection where it has no bounds.
  ///
  /// @param indexes those of the collection; empty if it is not there
  public static Selection in(Selection selection, Optional<CollectionIndexes> indexes) {
    Optional<Value.Document> bounds = KeyBounds.of(selection.filter());
    if (bounds.isEmpty()) {
      return selection;
    }
    LinkedHashMap<String, Value> filter = new LinkedHashMap<>(selection.filter().properties());
    if (indexes.isEmpty()) {
      filter.remove(KeyBounds.NAME);
      return with(selection, new Value.Document(filter), selection.sort());
    }
    IndexSpec index = hinted(selection.hint(), indexes.get());
    requireFit(index, bounds.get());
    Value.Document range = IndexSection.write(index.key(), index.sparse(), bounds.get());
    if (!IndexSection.read(range).isInOrder()) {
      throw MongoFailure.at(51175, "The value of min() must be less than that of max()");
    }
    filter.put(KeyBounds.NAME, range);
    // Without an order of its own a find gives what it reads as the index has it.
    boolean unordered = selection.sort().properties().isEmpty();
    return with(selection, new Value.Document(filter), unordered ? index.key() : selection.sort());
  }

  private static Selection with(Selection selection, Value.Document filter, Value.Document sort) {
    return new Selection(filter, sort, selection.skip(), selection.limit(), selection.hint());
  }

  private static IndexSpec hinted(Value hint, CollectionIndexes indexes) {
    boolean none =
        switch (hint) {
          case Value.Undefined _ -> true;
          case Value.Document key ->
              key.properties().isEmpty() || key.properties().containsKey("$natural");
          case Value _ -> false;
        };
    if (none) {
      throw MongoFailure.at(
          51173, "When using min()/max() a hint of which index to use must be provided");
    }
    return indexes.listed().stream()
        .filter(each -> each.isMeant(hint))
        .findFirst()
        .orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.BAD_VALUE,
                    "hint provided does not correspond to an existing index"));
  }

  private static void requireFit(IndexSpec index, Value.Document bounds) {
    boolean directed =
        index.key().properties().values().stream().allMatch(each -> each.kind().isNumber());
    boolean fits =
        directed
            && index.isOfValues()
            && bounds.properties().values().stream()
                .allMatch(each -> index.paths().equals(paths((Value.Document) each)));
    if (!fits) {
      throw MongoFailure.at(51174, "The index chosen is not compatible with min/max");
    }
    if (!index.collation().isSimple()) {
      throw MongoFailure.notSupported("A find with min or max over an index with a collation");
    }
  }

  private static List<String> paths(Value.Document bound) {
    return List.copyOf(bound.properties().keySet());
  }
}
