// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.value.Value;
import java.util.Map;
import java.util.Optional;

/// How many members an item may have, and how large they may be together. The size is that of
/// Azure's tables: eight bytes for each member, two for each character of its name and of a text,
/// the bytes of a binary value, and eight for every other value.
public record MemberLimits(int countMax, long bytesMax) {
  private static final int FRAME_BYTES = 8;
  private static final int SCALAR_BYTES = 8;

  /// Which limit an item exceeds; empty if none.
  public Optional<EditFailure.Kind> exceededBy(Value item) {
    if (!(item instanceof Value.Document document)) {
      return Optional.empty();
    }
    if (document.properties().size() > countMax) {
      return Optional.of(EditFailure.Kind.TOO_MANY_MEMBERS);
    }
    long bytes = 0;
    for (Map.Entry<String, Value> member : document.properties().entrySet()) {
      bytes += FRAME_BYTES + 2L * member.getKey().length() + size(member.getValue());
    }
    return bytes > bytesMax ? Optional.of(EditFailure.Kind.TOO_LARGE) : Optional.empty();
  }

  private static long size(Value value) {
    return switch (value) {
      case Value.Text(String text) -> 2L * text.length();
      case Value.Binary(byte[] bytes, _) -> bytes.length;
      case Value _ -> SCALAR_BYTES;
    };
  }
}
