// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/// The text that a client signs with a key: verb, type of the resource, its link, and the date.
/// Clients differ in how they write a link, so there are several texts that count as the request's
/// own; the first is what the protocol says.
public final class SignedText {
  private final String verb;
  private final String type;
  private final String link;
  private final Supplier<List<String>> otherLinks;

  /// @param otherLinks further ways to write the link, asked for only if the first one was not
  ///   signed
  public SignedText(String verb, String type, String link, Supplier<List<String>> otherLinks) {
    this.verb = verb.toLowerCase(Locale.ROOT);
    this.type = type;
    this.link = link;
    this.otherLinks = otherLinks;
  }

  /// What the protocol says must be signed at this date.
  public String first(String xDate, String date) {
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
