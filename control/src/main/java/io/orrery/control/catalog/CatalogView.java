// SPDX-License-Identifier: Apache-2.0
package io.orrery.control.catalog;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.ApiProperties;
import io.orrery.model.catalog.CatalogRecord;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import io.orrery.model.catalog.CatalogRecord.Numbers;
import io.orrery.model.catalog.CatalogRecord.Pending;
import io.orrery.model.catalog.CatalogRecord.Position;
import io.orrery.model.catalog.Container;
import io.orrery.model.catalog.Database;
import io.orrery.model.catalog.Resource;
import io.orrery.model.catalog.Siblings;
import io.orrery.model.container.Api;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the catalog knows, as far as it was applied here. Looking never waits.
public interface CatalogView {

  @Nullable CatalogRecord find(CatalogKey key);

  /// The records whose keys begin with the prefix, in the order of their keys.
  Collection<CatalogRecord> within(CatalogKey prefix);

  /// How many commands have changed the catalog.
  default long position() {
    return find(CatalogLayout.key(CatalogLayout.POSITION)) instanceof Position(long applied)
        ? applied
        : 0;
  }

  default Numbers numbers() {
    return find(CatalogLayout.key(CatalogLayout.NUMBERS)) instanceof Numbers numbers
        ? numbers
        : Numbers.FIRST;
  }

  /// Empty only before the first command.
  default Optional<AccountKeys> accountKeys() {
    return find(CatalogLayout.key(CatalogLayout.ACCOUNT_KEYS)) instanceof AccountKeys keys
        ? Optional.of(keys)
        : Optional.empty();
  }

  /// Without content as long as the API has never kept anything.
  default ApiProperties apiProperties(Api api) {
    return find(CatalogLayout.key(CatalogLayout.API_PROPERTIES, api.code()))
            instanceof ApiProperties found
        ? found
        : new ApiProperties(api, ApiProperties.NEVER_SET, new byte[0]);
  }

  default List<Database> databases() {
    return all(Database.class, CatalogLayout.key(CatalogLayout.DATABASE));
  }

  default Optional<Database> findDatabase(int number) {
    return find(CatalogLayout.key(CatalogLayout.DATABASE, number)) instanceof Database database
        ? Optional.of(database)
        : Optional.empty();
  }

  default List<Container> containers() {
    return all(Container.class, CatalogLayout.key(CatalogLayout.CONTAINER));
  }

  default Optional<Container> findContainer(int number) {
    return find(CatalogLayout.key(CatalogLayout.CONTAINER, number)) instanceof Container container
        ? Optional.of(container)
        : Optional.empty();
  }

  /// The containers whose partitions may not all have been created yet.
  default List<Integer> pending() {
    return all(Pending.class, CatalogLayout.key(CatalogLayout.PENDING)).stream()
        .map(Pending::container)
        .toList();
  }

  /// The containers of which something may be left.
  default List<Dropped> dropped() {
    return all(Dropped.class, CatalogLayout.key(CatalogLayout.DROPPED));
  }

  default Optional<Dropped> findDropped(int container) {
    return find(CatalogLayout.key(CatalogLayout.DROPPED, container)) instanceof Dropped dropped
        ? Optional.of(dropped)
        : Optional.empty();
  }

  /// The siblings in the order of their creation.
  ///
  /// @param type what siblings of this kind are
  default <R extends Resource> List<R> resources(Class<R> type, Siblings siblings) {
    return all(type, CatalogLayout.prefix(siblings));
  }

  default <R extends Resource> Optional<R> findResource(
      Class<R> type, Siblings siblings, int number) {
    return Optional.ofNullable(find(CatalogLayout.key(siblings, number))).map(type::cast);
  }

  default <R extends Resource> Optional<R> findResource(
      Class<R> type, Siblings siblings, String name) {
    for (CatalogRecord record : within(CatalogLayout.prefix(siblings))) {
      R resource = type.cast(record);
      if (resource.name().equals(name)) {
        return Optional.of(resource);
      }
    }
    return Optional.empty();
  }

  private <R extends CatalogRecord> List<R> all(Class<R> type, CatalogKey prefix) {
    return within(prefix).stream().map(type::cast).toList();
  }
}
