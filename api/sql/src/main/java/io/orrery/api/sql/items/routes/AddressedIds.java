// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.routes;

import io.orrery.api.sql.items.ItemBody;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.ResourcePath.ContainerAddress;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.LogicalPartitionScan;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import java.util.Optional;

/// Which item an address means. In one made of rids, such as `_self`, the last is the item's.
/// Nothing leads from there to the item, so its logical partition is searched: no current SDK sends
/// such addresses for items.
final class AddressedIds {
  private static final int RID_BYTES = 16;
  private static final int PAGE_ITEMS = 1000;
  private static final byte[] NO_ROW_KEY = {};

  private final Gateway gateway;

  AddressedIds(Gateway gateway) {
    this.gateway = gateway;
  }

  /// Whether it takes a search to know which item is meant.
  static boolean isSearch(ItemRequest request, ContainerAddress container) {
    return container.id().equals(request.owner().rid());
  }

  /// The id of the item; what stands in the address if that is no rid of one.
  String of(ItemRequest request, ContainerAddress container, String address) {
    if (!isSearch(request, container)) {
      return address;
    }
    return Rid.parse(address)
        .filter(rid -> rid.length() == RID_BYTES && request.owner().owns(rid))
        .flatMap(rid -> find(request, rid.itemNumber()))
        .orElse(address);
  }

  private Optional<String> find(ItemRequest request, long number) {
    LogicalPartitionScan scan =
        LogicalPartitionScan.of(request.handle().key(request.requireKey(), NO_ROW_KEY));
    String continuation = null;
    do {
      PageRequest wanted = new PageRequest(PAGE_ITEMS, continuation);
      Page<Row> page =
          gateway.scanLogicalPartition(request.handle(), scan, wanted, request.context());
      for (Row row : page.rows()) {
        if (row.item().rid() == number) {
          return Optional.of(ItemBody.of(row.item().body()).id());
        }
      }
      continuation = page.continuation().orElse(null);
    } while (continuation != null);
    return Optional.empty();
  }
}
