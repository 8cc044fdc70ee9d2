// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.api.sql.protocol.Rid;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/// The text that a client signs with a key: verb, type of the resource, its link, and the date.
///
/// The link is the whole address of a resource, or that of the owner of a feed; by name as it is,
/// or by rid only the last rid in lower case. SDKs differ in what they do with encoded names, so
/// there are several texts that count as the request's own; the first is what the protocol says.
final class SignedText {
  private final String verb;
  private final String type;
  private final String link;
  private final Supplier<List<String>> otherLinks;

  private SignedText(String verb, String type, String link, Supplier<List<String>> otherLinks) {
    this.verb = verb.toLowerCase(Locale.ROOT);
    this.type = type;
    this.link = link;
    this.otherLinks = otherLinks;
  }

  /// @param segments of the address, decoded
  /// @param rawPath the address as it was sent
  static SignedText of(String verb, List<String> segments, String rawPath) {
    if (segments.size() == 6 && segments.get(4).equals("operations")) {
      // An operation on a container is signed as the container.
      return of(verb, segments.subList(0, 4), strip(rawPath, 2));
    }
    if (!segments.isEmpty() && segments.getFirst().equals("_orrery")) {
      // Our own calls have no type, and the whole address as link.
      return new SignedText(verb, "", String.join("/", segments), () -> List.of(strip(rawPath, 0)));
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

  /// What the protocol says must be signed at this date.
  String first(String xDate, String date) {
    return text(link, xDate, xDate.isEmpty() ? date : "");
  }

  /// All other texts that may have been signed at this date.
  List<String> others(String xDate, String date) {
    String first = first(xDate, date);
    LinkedHashSet<String> texts = new LinkedHashSet<>();
    addTexts(link, xDate, date, texts);
    otherLinks.get().forEach(other -> addTexts(other, xDate, date, texts));
    texts.remove(first);
    return List.copyOf(texts);
  }

  private void addTexts(String signed, String xDate, String date, Set<String> texts) {
    texts.add(text(signed, xDate, xDate.isEmpty() ? date : ""));
    if (!xDate.isEmpty() && !date.isEmpty()) {
      texts.add(text(signed, xDate, date));
    }
  }

  private String text(String signed, String xDate, String date) {
    return verb
        + "\n"
        + type
        + "\n"
        + signed
        + "\n"
        + xDate.toLowerCase(Locale.ROOT)
        + "\n"
        + date.toLowerCase(Locale.ROOT)
        + "\n";
  }
}
