// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.Rid;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.container.SourceItem;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.StoredItem;
import java.util.List;

/// The items of a container as clients are shown them: with what the server says about each.
public final class ShownItems implements ItemView {
  /// The properties that the server adds to every item.
  static final List<String> SYSTEM = List.of("_rid", "_self", "_etag", "_attachments", "_ts");

  /// Those that are left for clients which want no links.
  private static final List<String> WITHOUT_LINKS = List.of("_rid", "_etag", "_ts");

  private final int database;
  private final int container;
  private final boolean links;
  private final Rid rid;
  private final String selfPrefix;

  /// @param links whether clients want `_self` and `_attachments`
  ShownItems(int database, int container, boolean links) {
    this.database = database;
    this.container = container;
    this.links = links;
    this.rid = Rid.container(database, container);
    this.selfPrefix = "dbs/" + Rid.database(database) + "/colls/" + rid + "/docs/";
  }

  /// What [#encoded] tells of.
  public static ShownItems decode(byte[] encoded) {
    ByteReader in = new ByteReader(encoded);
    ShownItems items = new ShownItems(in.readInt(), in.readInt(), in.readByte() != 0);
    in.requireEnd();
    return items;
  }

  @Override
  public byte[] encoded() {
    return new ByteWriter(9)
        .writeInt(database)
        .writeInt(container)
        .writeByte(links ? 1 : 0)
        .toByteArray();
  }

  @Override
  public StoredItem item(SourceItem source) {
    return new StoredItem(source.body(), new ItemProperties(this, source));
  }

  /// The properties that the server adds to the items it shows.
  List<String> properties() {
    return links ? SYSTEM : WITHOUT_LINKS;
  }

  /// What the links of all items begin with.
  String selfPrefix() {
    return selfPrefix;
  }

  String rid(SourceItem item) {
    return Rid.item(rid, item.rid()).toString();
  }

  String self(SourceItem item) {
    return selfPrefix + rid(item) + "/";
  }

  String etag(SourceItem item) {
    return ItemTag.text(new ItemVersion(item.writeLsn(), item.writeIndex()), container);
  }
}
