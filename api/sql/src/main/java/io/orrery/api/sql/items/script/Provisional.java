// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.script;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.control.catalog.Container;
import io.orrery.gateway.Committed;
import io.orrery.partition.layout.Item;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Etags and rids that items have while a transaction lasts. A script may well answer with an item
/// it has made, so what it says is corrected once the transaction has taken place.
///
/// They stand in texts, and can be told there from all others: no item has an etag that begins like
/// theirs, and no rid ends like theirs.
final class Provisional {
  private static final String ETAG = "7fffffff-ffff-fffe-[0-9a-f]{4}-[0-9a-f]{12}";

  private final Rid container;
  private final int containerNumber;
  private final Pattern pattern;

  private Provisional(Rid container, int containerNumber) {
    this.container = container;
    this.containerNumber = containerNumber;
    // The first ten letters are the container's alone; the last ones have the bit that is ours.
    String prefix = container.toString().substring(0, 10);
    this.pattern = Pattern.compile(ETAG + "|" + Pattern.quote(prefix) + "[A-Za-z0-9+-]{6}AAAACA==");
  }

  static Provisional of(ItemRequest request) {
    Container container = request.owner().open().container();
    return new Provisional(Directory.rid(container), container.number());
  }

  /// Refuses an item that keeps such a text in other places than the system's: nobody could correct
  /// it there.
  void requireAbsent(byte[] stored) {
    String bytes = new String(stored, StandardCharsets.ISO_8859_1);
    if (pattern.matcher(bytes).find()) {
      throw Refusals.invalid(
          "The item contains the _etag, _rid or _self of an item that was written in the same"
              + " transaction. They are not known before its end; leave them out.");
    }
  }

  /// The text with what the transaction has made of its items.
  String settle(String text, List<Committed.Write> writes) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return text;
    }
    Map<String, String> actual = new HashMap<>();
    for (Committed.Write write : writes) {
      Item before = write.provisional();
      Item after = write.result().item();
      actual.put(tag(before), tag(after));
      actual.put(rid(before), rid(after));
    }
    return matcher.replaceAll(
        found -> Matcher.quoteReplacement(actual.getOrDefault(found.group(), found.group())));
  }

  private String tag(Item item) {
    String quoted = ItemTag.text(item.version(), containerNumber);
    return quoted.substring(1, quoted.length() - 1);
  }

  private String rid(Item item) {
    return Rid.item(container, item.rid()).toString();
  }
}
