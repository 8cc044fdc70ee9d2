// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.Committed;
import io.orrery.gateway.Transaction;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The etags and rids that a transaction has made up for its items. A script may well answer with
/// an item it has made, so what it says gets the final ones once the transaction has taken place.
///
/// The names are looked up, not recognised by their form: only those of this transaction count.
final class ProvisionalNames {
  private final Rid container;
  private final int containerNumber;
  private final Transaction transaction;
  private final NameTable tags = new NameTable();
  private final NameTable rids = new NameTable();
  private int known;

  ProvisionalNames(ItemRequest request, Transaction transaction) {
    Container owner = request.owner().handle().container();
    this.container = Directory.rid(owner);
    this.containerNumber = owner.number();
    this.transaction = transaction;
  }

  /// Takes in the names of what was written since.
  private void update() {
    List<Transaction.Made> made = transaction.made();
    for (; known < made.size(); known++) {
      Item item = made.get(known).item();
      tags.add(tag(item));
      if (made.get(known).isNew()) {
        rids.add(rid(item));
      }
    }
  }

  /// Refuses an item that keeps such a name in other places than the system's: nobody could correct
  /// it there.
  void requireAbsent(byte[] stored) {
    update();
    String bytes = new String(stored, StandardCharsets.ISO_8859_1);
    if (tags.isIn(bytes) || rids.isIn(bytes)) {
      throw Refusals.invalid(
          "The item contains the _etag, _rid or _self of an item that was written in the same"
              + " transaction. They are not known before its end; leave them out.");
    }
  }

  /// The text with the final names of the transaction's items.
  String settle(String text, List<Committed.Write> writes) {
    update();
    for (Committed.Write write : writes) {
      Item before = write.provisional();
      Item after = write.result().item();
      tags.settle(tag(before), tag(after));
      rids.settle(rid(before), rid(after));
    }
    return rids.replaceIn(tags.replaceIn(text));
  }

  /// As it stands inside the quotes of an etag.
  private String tag(Item item) {
    String quoted = ItemTag.text(item.version(), containerNumber);
    return quoted.substring(1, quoted.length() - 1);
  }

  /// As it stands by itself and in links.
  private String rid(Item item) {
    return Rid.item(container, item.rid()).toString();
  }
}
