// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.feed;

import io.orrery.api.sql.items.ItemId;
import io.orrery.api.sql.items.ItemOwner;
import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.json.Json;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes changes as clients get them.
final class ChangeWriter {
  private static final int MILLIS_PER_SECOND = 1000;
  private static final int METADATA_LENGTH = 128;

  private final ItemOwner owner;
  private final FeedForm form;

  ChangeWriter(ItemOwner owner, FeedForm form) {
    this.owner = owner;
    this.form = form;
  }

  /// About how long the change is.
  static int length(ChangedItem change) {
    return METADATA_LENGTH
        + change.current().map(ItemOwner::length).orElse(0)
        + change.previous().map(ItemOwner::length).orElse(0);
  }

  void write(ChangedItem change, ByteWriter out) {
    switch (form) {
      case ITEMS -> owner.writeWithLsn(change.current().orElseThrow(), out);
      case DESCRIBED_ITEMS -> {
        out.writeBytes(ascii("{\"current\":"));
        owner.writeWithLsn(change.current().orElseThrow(), out);
        end(placed(change), out);
      }
      case VERSIONS -> writeVersion(change, out);
    }
  }

  /// A delete leaves nothing, which is an empty object. What was before it is not told: the service
  /// does so only for accounts that ask its makers for it.
  private void writeVersion(ChangedItem change, ByteWriter out) {
    out.writeBytes(ascii("{\"current\":"));
    change.current().ifPresentOrElse(item -> owner.write(item, out), () -> writeNothing(out));
    if (!change.operation().removes()) {
      change.previous().ifPresent(item -> writePrevious(item, out));
    }
    end(described(change), out);
  }

  private static void writeNothing(ByteWriter out) {
    out.writeByte('{').writeByte('}');
  }

  private void writePrevious(Item item, ByteWriter out) {
    out.writeBytes(ascii(",\"previous\":"));
    owner.write(item, out);
  }

  private static void end(Json metadata, ByteWriter out) {
    out.writeBytes(ascii(",\"metadata\":")).writeBytes(Json.bytes(metadata.build()));
    out.writeByte('}');
  }

  private static Json placed(ChangedItem change) {
    return Json.object()
        .put("lsn", change.version().lsn())
        .put("crts", change.timeMillis() / MILLIS_PER_SECOND);
  }

  private Json described(ChangedItem change) {
    Json metadata = placed(change).put("operationType", operation(change.operation()));
    change.previous().ifPresent(item -> metadata.put("previousImageLSN", item.version().lsn()));
    if (change.operation().removes()) {
      metadata
          .put("timeToLiveExpired", change.operation() == Change.Operation.EXPIRE)
          .put("id", ItemId.text(change.key().rowKey()))
          .put("partitionKey", partitionKey(change.key()));
    }
    return metadata;
  }

  private static String operation(Change.Operation operation) {
    return switch (operation) {
      case CREATE -> "create";
      case REPLACE, EDIT -> "replace";
      case DELETE, EXPIRE -> "delete";
    };
  }

  /// The key by the names of its paths; what the item did not have is left out.
  private Json partitionKey(ItemKey key) {
    List<PropertyPath> paths = owner.handle().definition().paths();
    List<Value> components = owner.handle().partitionKey(key).components();
    Json json = Json.object();
    for (int i = 0; i < paths.size(); i++) {
      if (components.get(i).kind() != Value.Kind.UNDEFINED) {
        json.put(String.join("/", paths.get(i).segments()), components.get(i));
      }
    }
    return json;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
