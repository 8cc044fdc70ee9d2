// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.gateway.BatchOutcome;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.WriteResult;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation;
import io.orrery.plan.update.Update;
import java.util.List;
import java.util.Optional;

/// Where statements find and write documents: in the collections themselves, or in what a
/// transaction sees of them.
public interface DocumentStore {

  Optional<Item> find(ContainerHandle collection, ItemKey key, RequestContext context);

  /// The first document of a selection.
  Optional<Row> first(ContainerHandle collection, Selection selection, RequestContext context);

  /// Documents that are going to be changed.
  ///
  /// @param hint as in [Selection]
  /// @param changed the paths at which they are; none if they are removed
  record Changing(Value.Document filter, Value hint, List<List<String>> changed) {}

  /// The next of some documents that are changed meanwhile, in no particular order.
  DocumentReads.Rows next(
      ContainerHandle collection, Changing wanted, Optional<String> place, RequestContext context);

  /// Whether one write can have both keys, as far as is known: there may be a split meanwhile.
  boolean areTogether(ContainerHandle collection, ItemKey one, ItemKey other);

  /// All operations or none. Fails with NOT_SUPPORTED if their keys lie apart.
  BatchOutcome write(
      ContainerHandle collection, List<Operation> operations, RequestContext context);

  /// Whether a document can be changed by [#update], without anybody having read it.
  boolean updates();

  WriteResult update(
      ContainerHandle collection, ItemKey key, Update update, RequestContext context);

  /// A command has failed with a part of what it was to do.
  void failed();
}
