// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.items.batch.SentBatch;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.access.Action.Effect;
import io.orrery.gateway.access.Action.Keys;
import io.orrery.gateway.access.Action.Part;
import io.orrery.gateway.access.Action.UseContainer;
import io.orrery.model.catalog.Grant;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// Says which container a request uses, and which partition keys in it.
public final class ContainerUse {
  private static final Keys ANY = new Keys.Any();

  private final Directory directory;

  public ContainerUse(Directory directory) {
    this.directory = directory;
  }

  /// What concerns no keys, or all of them.
  public UseContainer whole(Effect effect, ContainerAddress address, Part part) {
    return use(effect, address, part, _ -> ANY);
  }

  /// What keeps to the partition key in the header, if there is one.
  public UseContainer keyed(
      Effect effect, SqlRequest request, ContainerAddress address, Part part) {
    Part meant = part instanceof Part.OneItem(String id) ? item(address, id) : part;
    return use(effect, address, meant, paths -> stated(request, paths));
  }

  private static Part item(ContainerAddress address, String id) {
    return new Part.OneItem(itemName(address, id));
  }

  /// The name by which rights know the item at an address. Where it is addressed by rids its own
  /// rid is marked, with a character that no id has: who may read the item whose *id* looks like
  /// the rid of another must not get that other one.
  public static String itemName(ContainerAddress address, String id) {
    boolean byRids =
        Rid.parse(address.id()).map(Rid::isInContainer).orElse(false)
            && Rid.parse(id).map(Rid::isInContainer).orElse(false);
    return byRids ? "\\" + id : id;
  }

  /// What the operations of a batch do.
  public UseContainer batch(SqlRequest request, ContainerAddress address, SentBatch batch) {
    return use(
        batch.isRead() ? Effect.READ : Effect.WRITE,
        address,
        new Part.Items(),
        paths -> batch.keys(stated(request, paths), paths));
  }

  private UseContainer use(
      Effect effect, ContainerAddress address, Part part, IntFunction<Keys> keys) {
    Optional<ContainerHandle> found = directory.findContainer(address);
    if (found.isEmpty()) {
      return new UseContainer(effect, Grant.NO_CONTAINER, part, ANY);
    }
    ContainerHandle handle = found.get();
    int paths = handle.container().definition().key().paths().size();
    return new UseContainer(effect, handle.container().number(), part, keys.apply(paths));
  }

  private static Keys stated(SqlRequest request, int paths) {
    if (paths == 0) {
      return new Keys.Only(List.of(PartitionKey.NONE));
    }
    return request
        .header(Names.PARTITION_KEY)
        .map(text -> PartitionKeyHeader.parsePrefix(text, paths))
        .<Keys>map(key -> new Keys.Only(List.of(key)))
        .orElse(ANY);
  }
}
