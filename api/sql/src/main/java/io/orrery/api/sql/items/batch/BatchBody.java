// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Refusals;
import io.orrery.model.Limits;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the body of a batch: a JSON array of operations. The items in it are not taken apart, they
/// go into the store as they are.
final class BatchBody {
  /// An item stands inside an operation inside the array.
  private static final int DEPTH_MAX = Limits.ITEM_DEPTH + 2;

  private static final byte HYBRID_ROW = (byte) 0x81;

  private BatchBody() {}

  /// Fails with MALFORMED, INVALID_ARGUMENT, or LIMIT_EXCEEDED.
  static List<Entry> parse(byte[] json, Limits limits) {
    if (json.length > 0 && json[0] == HYBRID_ROW) {
      throw Refusals.notSupported("batches in HybridRow form; send them as JSON");
    }
    if (json.length > limits.batchBytes()) {
      throw Refusals.tooLarge(
          "The batch has %d bytes, more than the %d it may have."
              .formatted(json.length, limits.batchBytes()));
    }
    StoredCursor cursor = StoredCursor.over(StoredItems.fromJson(json, 0, json.length, DEPTH_MAX));
    if (cursor.kind() != Value.Kind.ARRAY) {
      throw Refusals.invalid("A batch must be a JSON array of operations.");
    }
    List<Entry> entries = new ArrayList<>();
    cursor.enter();
    while (cursor.next()) {
      entries.add(entry(cursor));
    }
    if (entries.isEmpty() || entries.size() > limits.batchOperations()) {
      throw Refusals.invalid(
          "A batch has 1 to %d operations, not %d."
              .formatted(limits.batchOperations(), entries.size()));
    }
    return entries;
  }

  private static Entry entry(StoredCursor cursor) {
    if (cursor.kind() != Value.Kind.OBJECT) {
      throw Refusals.invalid("An operation of a batch must be a JSON object.");
    }
    Draft draft = new Draft();
    cursor.enter();
    while (cursor.next()) {
      draft.take(cursor);
    }
    cursor.leave();
    return draft.entry();
  }

  /// An operation of which not all members have been seen.
  private static final class Draft {
    private @Nullable String kind;
    private @Nullable String id;
    private @Nullable String partitionKey;
    private byte @Nullable [] body;
    private @Nullable String ifMatch;
    private @Nullable String ifNoneMatch;
    private @Nullable String directive;
    private boolean minimal;

    void take(StoredCursor cursor) {
      switch (cursor.name()) {
        case "operationType" -> kind = text(cursor);
        case "id" -> id = text(cursor);
        case "partitionKey" -> partitionKey = text(cursor);
        case "ifMatch" -> ifMatch = text(cursor);
        case "ifNoneMatch" -> ifNoneMatch = text(cursor);
        case "indexingDirective" -> directive = text(cursor);
        case "minimalReturnPreference" -> minimal = cursor.value() == Value.Bool.TRUE;
        case "resourceBody" ->
            body = Arrays.copyOfRange(cursor.bytes(), cursor.valueOffset(), cursor.valueEnd());
        default -> {
          // SDKs send more than they need an answer to, such as the resource type.
        }
      }
    }

    private static @Nullable String text(StoredCursor cursor) {
      return switch (cursor.value()) {
        case Value.Null _ -> null;
        case Value.Text(String text) -> text;
        case Value.Scalar _, Value.Composite _ ->
            throw Refusals.invalid(
                "The property '%s' of an operation must be a string.".formatted(cursor.name()));
      };
    }

    Entry entry() {
      boolean indexed = directive == null || ItemRequest.isIndexed(directive);
      return new Entry(kind(), id, partitionKey, body, ifMatch, ifNoneMatch, minimal, indexed);
    }

    private Entry.Kind kind() {
      return switch (kind == null ? "" : kind.toLowerCase(Locale.ROOT)) {
        case "create" -> Entry.Kind.CREATE;
        case "upsert" -> Entry.Kind.UPSERT;
        case "replace" -> Entry.Kind.REPLACE;
        case "delete" -> Entry.Kind.DELETE;
        case "read" -> Entry.Kind.READ;
        case "patch" -> Entry.Kind.PATCH;
        default ->
            throw Refusals.invalid(
                "The operationType of an operation must be Create, Upsert, Replace, Delete, Read"
                    + " or Patch.");
      };
    }
  }
}
