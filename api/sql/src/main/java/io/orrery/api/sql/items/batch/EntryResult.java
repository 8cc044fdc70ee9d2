// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import io.orrery.api.sql.items.ItemOwner;
import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.ItemTag;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.api.sql.protocol.SqlErrors;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.container.Item;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What became of one operation, as it stands in the answer.
///
/// @param item to tell the etag of; null if there is none
/// @param body whether the item itself is wanted
record EntryResult(
    int status,
    int subStatus,
    RequestCharge charge,
    @Nullable Item item,
    boolean body,
    long retryAfterMillis) {
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int MULTI_STATUS = 207;
  private static final int NOT_MODIFIED = 304;
  private static final int ERRORS = 400;
  private static final int TOO_LARGE = 413;
  private static final int ANSWER_TOO_LARGE = 3402;

  /// Of an operation that did not take place because another could not.
  static final EntryResult FAILED_DEPENDENCY =
      new EntryResult(424, 0, RequestCharge.NONE, null, false, 0);

  static EntryResult failed(ErrorCode code, RequestCharge charge, long retryAfterMillis) {
    SqlErrors.Status status = SqlErrors.status(code);
    return new EntryResult(
        status.code(), status.subStatus(), charge, null, false, retryAfterMillis);
  }

  static EntryResult of(Entry entry, WriteResult result, ItemRequest request) {
    boolean wanted = !entry.minimal() && !request.minimal();
    return switch (result.effect()) {
      case CREATED -> new EntryResult(CREATED, 0, result.charge(), result.item(), wanted, 0);
      case REPLACED, UNCHANGED -> new EntryResult(OK, 0, result.charge(), result.item(), wanted, 0);
      case DELETED -> new EntryResult(NO_CONTENT, 0, result.charge(), null, false, 0);
      case FOUND -> found(entry, result.item(), result.charge(), request);
    };
  }

  static EntryResult found(Entry entry, Item item, RequestCharge charge, ItemRequest request) {
    EntityTag tag = ItemTag.of(item.version(), request.handle().number());
    boolean known = names(entry.ifNoneMatch(), tag) || names(entry.ifMatch(), tag);
    return new EntryResult(known ? NOT_MODIFIED : OK, 0, charge, item, !known, 0);
  }

  /// A read has one condition, whichever its name: who has this version need not get it again.
  private static boolean names(@Nullable String condition, EntityTag tag) {
    return condition != null && EntityTag.quoted(condition).equals(tag);
  }

  /// Instead of one with an item that the answer has no room for.
  EntryResult withoutRoom() {
    return new EntryResult(TOO_LARGE, ANSWER_TOO_LARGE, charge, null, false, 0);
  }

  /// About how many bytes it takes in the answer.
  int length() {
    return item != null && body ? ItemOwner.length(item) : 0;
  }

  boolean isFailure() {
    return status >= ERRORS;
  }

  /// The whole answer.
  static Answer answer(List<EntryResult> results, ItemOwner owner) {
    ByteWriter out = new ByteWriter(256 * results.size());
    boolean failed = false;
    out.writeByte('[');
    for (int i = 0; i < results.size(); i++) {
      if (i > 0) {
        out.writeByte(',');
      }
      results.get(i).write(out, owner);
      failed |= results.get(i).isFailure();
    }
    out.writeByte(']');
    return Answer.json(failed ? MULTI_STATUS : OK, out.toByteArray());
  }

  private void write(ByteWriter out, ItemOwner owner) {
    StringBuilder head = new StringBuilder(128).append("{\"statusCode\":").append(status);
    if (subStatus != 0) {
      head.append(",\"subStatusCode\":").append(subStatus);
    }
    head.append(",\"requestCharge\":").append(charge);
    if (retryAfterMillis > 0) {
      head.append(",\"retryAfterMilliseconds\":").append(retryAfterMillis);
    }
    if (item != null) {
      head.append(",\"eTag\":\"").append(owner.etag(item).replace("\"", "\\\"")).append('"');
    }
    out.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    if (item != null && body) {
      out.writeBytes(",\"resourceBody\":".getBytes(StandardCharsets.ISO_8859_1));
      owner.write(item, out);
    }
    out.writeByte('}');
  }
}
