// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import java.util.Locale;
import java.util.Optional;

/// What tells two versions of a resource apart. The quotes are part of it, in the header as well as
/// in `_etag`.
public record EntityTag(String text) {
  private static final String ANY = "*";

  /// Of something that is told apart by its number, how often it was changed, and when.
  public static EntityTag of(int number, long revision, long timeMillis) {
    return new EntityTag(
        String.format(
            Locale.ROOT,
            "\"%08x-%04x-%04x-0000-%012x\"",
            number,
            revision >>> 16 & 0xFFFF,
            revision & 0xFFFF,
            timeMillis));
  }

  /// Whether `If-Match` lets a change of the resource with this tag pass.
  public boolean passesIfMatch(SqlRequest request) {
    return request.header(Names.IF_MATCH).map(this::isNamedBy).orElse(true);
  }

  /// Whether `If-None-Match` says that the client has this version already.
  public boolean isKnownTo(SqlRequest request) {
    return request.header(Names.IF_NONE_MATCH).map(this::isNamedBy).orElse(false);
  }

  private boolean isNamedBy(String condition) {
    return condition.equals(ANY) || condition.equals(text) || quoted(condition).equals(this);
  }

  /// The tag that a client names. People leave the quotes out.
  public static EntityTag quoted(String tag) {
    return new EntityTag(tag.startsWith("\"") ? tag : "\"" + tag + "\"");
  }

  /// The condition that a write names, if any; `*` names none in particular.
  public static Optional<EntityTag> expectedBy(SqlRequest request) {
    return request
        .header(Names.IF_MATCH)
        .filter(condition -> !condition.equals(ANY))
        .map(EntityTag::quoted);
  }

  @Override
  public String toString() {
    return text;
  }
}
