// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.SqlRequest;

/// `…/docs`, `…/docs/{id}` and `…/operations/partitionkeydelete`.
public final class Items {
  private final Directory directory;

  public Items(Directory directory) {
    this.directory = directory;
  }

  public Answer feed(SqlRequest request, ContainerAddress container) {
    directory.requireOwner(container, request);
    throw Refusals.notSupported("items");
  }

  public Answer item(SqlRequest request, ContainerAddress container, String id) {
    directory.requireOwner(container, request);
    throw Refusals.notSupported("items, such as " + id);
  }

  public Answer deletePartitionKey(SqlRequest request, ContainerAddress container) {
    directory.requireOwner(container, request);
    throw Refusals.notSupported("deleting a partition key");
  }
}
