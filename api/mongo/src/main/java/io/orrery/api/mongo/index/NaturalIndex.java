// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.index;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Collation;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.model.container.IndexForm;
import io.orrery.model.key.PropertyPath;
import java.util.List;
import java.util.Optional;

/// The order of insertion of a capped collection: an index over something that no document has. In
/// it all documents are alike, and what is alike stands in the order of creation. Clients are not
/// told of it.
public final class NaturalIndex {
  /// What finds are sorted by to go along it. No name in BSON has a zero in it.
  public static final String PATH = "\0natural";

  /// Behind the numbers of all other indexes of a collection.
  public static final int ID = 1_000_000;

  private NaturalIndex() {}

  /// Empty for a collection that is not capped.
  static Optional<DeclaredIndex> of(ContainerDefinition definition) {
    return CollectionOptions.of(definition)
        .capped()
        .map(
            _ ->
                new DeclaredIndex(
                    ID,
                    List.of(new CompositeIndex.Part(PropertyPath.of(PATH), false)),
                    false,
                    false,
                    new byte[0],
                    Collation.SIMPLE,
                    IndexForm.Values.PLAIN));
  }
}
