// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.containers.EncryptionPolicyBody;
import io.orrery.api.sql.lookup.Directory;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.Item;
import io.orrery.model.container.SourceItem;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.wire.http.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A container as answers about its items name it, worked out once.
public final class ItemOwner {
  /// Of the properties that the server adds to every item, those that no index has.
  public static final List<String> UNINDEXED = List.of("_rid", "_self", "_etag", "_attachments");

  private static final byte[] RID = ascii("\"_rid\":\"");
  private static final byte[] ETAG = ascii("/\",\"_etag\":\"\\\"");
  private static final byte[] ATTACHMENTS_AND_TIME =
      ascii("\\\"\",\"_attachments\":\"attachments/\",\"_ts\":");
  private static final byte[] ETAG_ALONE = ascii("\",\"_etag\":\"\\\"");
  private static final byte[] TIME_ALONE = ascii("\\\"\",\"_ts\":");
  private static final byte[] LSN = ascii(",\"_lsn\":");

  private static final int SYSTEM_LENGTH = 320;
  private static final int NOT_FOUND = 404;
  private static final int MILLIS_PER_SECOND = 1000;

  private final ContainerHandle handle;
  private final Rid rid;
  private final String ridText;
  private final String path;
  private final ShownItems items;
  private final byte[] self;
  private final boolean encrypted;
  private final boolean links;

  public ItemOwner(ContainerHandle handle, Directory directory) {
    Container container = handle.container();
    this.handle = handle;
    this.rid = Directory.rid(container);
    this.ridText = rid.toString();
    this.path = PercentEncoding.encode(directory.path(container));
    this.items = new ShownItems(container.database(), container.number(), true);
    this.self = ascii("\",\"_self\":\"" + items.selfPrefix());
    this.encrypted = !EncryptionPolicyBody.keys(container.definition()).isEmpty();
    this.links = true;
  }

  /// The same container for a client that wants neither `_self` nor `_attachments`.
  public ItemOwner withoutLinks() {
    return new ItemOwner(this);
  }

  private ItemOwner(ItemOwner whole) {
    this.handle = whole.handle;
    this.rid = whole.rid;
    this.ridText = whole.ridText;
    this.path = whole.path;
    this.items =
        new ShownItems(
            whole.handle.container().database(), whole.handle.container().number(), false);
    this.self = whole.self;
    this.encrypted = whole.encrypted;
    this.links = false;
  }

  public ContainerHandle handle() {
    return handle;
  }

  public String rid() {
    return ridText;
  }

  /// Whether the rid is one of something in this container.
  public boolean owns(Rid other) {
    return other.isInContainer()
        && other.databaseNumber() == rid.databaseNumber()
        && other.ownedNumber() == rid.ownedNumber();
  }

  /// Whether clients encrypt properties of its items; a container's policy never changes.
  boolean isEncrypted() {
    return encrypted;
  }

  /// How many components a partition key has here.
  public int keyPaths() {
    return handle.definition().paths().size();
  }

  public String etag(Item item) {
    return ItemTag.text(item.version(), handle.number());
  }

  /// What is not there has no rid to tell, not even its container's.
  public void name(Answer answer) {
    answer.header(Names.ALT_CONTENT_PATH, path);
    if (answer.status() != NOT_FOUND) {
      answer.header(Names.CONTENT_PATH, ridText);
    }
  }

  /// The item as clients get it: its body, and behind it what the server says about it.
  public void write(Item item, ByteWriter out) {
    StoredItems.writeJson(item.body(), out, members -> writeSystem(item, members));
  }

  /// As [#write], with the LSN of the change that made the item what it is.
  public void writeWithLsn(Item item, ByteWriter out) {
    StoredItems.writeJson(
        item.body(),
        out,
        members -> {
          writeSystem(item, members);
          members.writeBytes(LSN);
          StoredItems.writeJson(item.version().lsn(), members);
        });
  }

  /// About how long the item is as clients get it, rather too much than too little.
  public static int length(Item item) {
    return item.body().length + item.body().length / 8 + SYSTEM_LENGTH;
  }

  public byte[] json(Item item) {
    ByteWriter out = new ByteWriter(length(item));
    write(item, out);
    return out.toByteArray();
  }

  /// The item as queries see it.
  public StoredItem asQueried(Item item) {
    return items.item(item);
  }

  /// All items as queries see them.
  public ShownItems view() {
    return items;
  }

  static long seconds(SourceItem item) {
    return item.timeMillis() / MILLIS_PER_SECOND;
  }

  /// The members in [ShownItems#SYSTEM]. None of their characters needs to be escaped but the
  /// quotes of the etag.
  private void writeSystem(Item item, ByteWriter out) {
    byte[] itemRid = Rid.item(rid, item.rid()).ascii();
    out.writeBytes(RID).writeBytes(itemRid);
    if (links) {
      out.writeBytes(self).writeBytes(itemRid).writeBytes(ETAG);
    } else {
      out.writeBytes(ETAG_ALONE);
    }
    ItemTag.write(item.version(), handle.number(), out);
    out.writeBytes(links ? ATTACHMENTS_AND_TIME : TIME_ALONE);
    StoredItems.writeJson(seconds(item), out);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
