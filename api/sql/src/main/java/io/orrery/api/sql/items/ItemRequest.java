// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request about the items of a container.
public record ItemRequest(SqlRequest sql, ItemOwner owner, RequestContext context, Limits limits) {

  public ContainerHandle handle() {
    return owner.handle();
  }

  /// The partition key that the header gives.
  public Optional<PartitionKey> statedKey() {
    return sql.header(Names.PARTITION_KEY)
        .map(text -> PartitionKeyHeader.parse(text, owner.keyPaths()));
  }

  /// The partition key that the header gives, of a hierarchical one perhaps only the first levels.
  public Optional<PartitionKey> statedPrefix() {
    return sql.header(Names.PARTITION_KEY)
        .map(text -> PartitionKeyHeader.parsePrefix(text, owner.keyPaths()));
  }

  /// The partition key that the header must give, unless the container has none.
  public PartitionKey requireKey() {
    return statedKey()
        .or(() -> owner.keyPaths() == 0 ? Optional.of(PartitionKey.NONE) : Optional.empty())
        .orElseThrow(
            () ->
                Refusals.invalid(
                    "The partition key must be given in the header %s."
                        .formatted(Names.PARTITION_KEY)));
  }

  /// The key of the item that the address names.
  public ItemKey key(String id) {
    return key(requireKey(), id);
  }

  public ItemKey key(PartitionKey partitionKey, String id) {
    return handle().key(partitionKey, ItemId.rowKey(id, limits.idBytes()));
  }

  /// The partition key inside an item, which must be the one stated beside it. Fails with
  /// PARTITION_KEY_MISMATCH.
  public PartitionKey keyIn(ItemBody body, @Nullable PartitionKey stated) {
    PartitionKey inside = PartitionKeyHeader.rounded(handle().definition().extract(body.stored()));
    if (stated != null && !stated.equals(inside)) {
      throw mismatch(stated, inside);
    }
    return inside;
  }

  /// As the former, with what the header states, which may be nothing. A hierarchical key must be
  /// complete there; SDKs that take it from an item without all levels leave these out, and are
  /// told that the item lacks them.
  public PartitionKey keyIn(ItemBody body) {
    PartitionKey stated = statedPrefix().orElse(null);
    PartitionKey inside = keyIn(body, null);
    if (stated == null || stated.equals(inside)) {
      return inside;
    }
    boolean complete = !inside.components().contains(Value.Undefined.UNDEFINED);
    if (stated.size() < inside.size() && complete) {
      throw Refusals.keyMismatch(
          "The header has only %d of its %d components.".formatted(stated.size(), inside.size()));
    }
    throw mismatch(stated, inside);
  }

  private static OrreryException mismatch(PartitionKey stated, PartitionKey inside) {
    return new OrreryException(
        ErrorCode.PARTITION_KEY_MISMATCH,
        "PartitionKey extracted from document doesn't match the one specified in the header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value (header: %s, item: %s)"
            .formatted(stated, inside));
  }

  /// The item to be written. Fails as [#requireEncrypted()] does.
  public ItemBody body() {
    requireEncrypted();
    return ItemBody.parse(sql.body(), limits.itemBytes());
  }

  /// Fails with INVALID_ARGUMENT if the container has a client encryption policy and the client
  /// does not say that it follows it: one that knows nothing of it would store plain text.
  public void requireEncrypted() {
    if (owner.isEncrypted() && !sql.flag(Names.IS_CLIENT_ENCRYPTED)) {
      throw Refusals.invalid(
          "Collection has ClientEncryptionPolicy set, but the document to be written isn't"
              + " encrypted.");
    }
  }

  /// The version that a write expects; null if any will do.
  public @Nullable ItemVersion expected() {
    Optional<EntityTag> tag = EntityTag.expectedBy(sql);
    return tag.isEmpty() ? null : ItemTag.version(tag.get(), handle().number());
  }

  /// Whether what is written goes into the index.
  public boolean indexed() {
    Optional<String> directive = sql.header(Names.INDEXING_DIRECTIVE);
    return directive.isEmpty() || isIndexed(directive.get());
  }

  /// What an indexing directive says. Fails with INVALID_ARGUMENT if it is none.
  public static boolean isIndexed(String directive) {
    return switch (directive.toLowerCase(Locale.ROOT)) {
      case "include", "default" -> true;
      case "exclude" -> false;
      default ->
          throw Refusals.invalid(
              "The indexing directive must be Include, Exclude or Default, not %s."
                  .formatted(directive));
    };
  }

  /// Whether the client does not want back what it has written.
  public boolean minimal() {
    Optional<String> preference = sql.header(Names.PREFER);
    return preference.isPresent() && preference.get().equalsIgnoreCase("return=minimal");
  }
}
