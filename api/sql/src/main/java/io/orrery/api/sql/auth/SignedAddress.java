// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.protocol.Rid;
import io.orrery.gateway.access.SignedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// How the addresses of this protocol are signed. The link is the whole address of a resource, or
/// that of the owner of a feed; by name as it is, or by rid only the last rid in lower case. SDKs
/// differ in what they do with encoded names.
final class SignedAddress {
  private SignedAddress() {}

  /// @param segments of the address, decoded
  /// @param rawPath the address as it was sent
  static SignedText of(String verb, List<String> segments, String rawPath) {
    if (segments.size() == 6 && segments.get(4).equals("operations")) {
      // An operation on a container is signed as the container.
      return of(verb, segments.subList(0, 4), strip(rawPath, 2));
    }
    boolean feed = segments.size() % 2 == 1;
    int length = feed ? segments.size() - 1 : segments.size();
    String type =
        segments.isEmpty() ? "" : segments.get(feed ? length : length - 2).toLowerCase(Locale.ROOT);
    String named = String.join("/", segments.subList(0, length));
    boolean byRid = length > 0 && isRid(segments.get(1));
    String link = byRid ? segments.get(length - 1).toLowerCase(Locale.ROOT) : named;
    return new SignedText(
        verb,
        type,
        link,
        () -> List.of(named, strip(rawPath, feed ? 1 : 0), named.toLowerCase(Locale.ROOT)));
  }

  /// Databases have rids of 4 bytes, offers of 3.
  private static boolean isRid(String id) {
    return Rid.parse(id).map(rid -> rid.length() <= 4).orElse(false);
  }

  /// The raw path without outer slashes and without so many segments at its end.
  private static String strip(String rawPath, int segments) {
    List<String> kept = new ArrayList<>();
    for (String segment : rawPath.split("/", -1)) {
      if (!segment.isEmpty()) {
        kept.add(segment);
      }
    }
    return String.join("/", kept.subList(0, Math.max(0, kept.size() - segments)));
  }
}
