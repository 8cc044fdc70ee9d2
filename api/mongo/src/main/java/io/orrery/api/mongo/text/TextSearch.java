// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.text;

import io.orrery.model.value.Value;
import io.orrery.plan.derive.TextFields;
import io.orrery.plan.derive.TextLanguage;
import io.orrery.plan.derive.TextTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What is looked for, and where: a document passes if it has one of the words, all phrases, and
/// nothing that is ruled out.
///
/// @param terms of which one is wanted
/// @param phrases in small letters and without accents
/// @param weights how much a word counts, by the path it stands at
/// @param languages those of the documents
public record TextSearch(
    Set<String> terms,
    Set<String> excludedTerms,
    List<String> phrases,
    List<String> excludedPhrases,
    Map<String, Double> weights,
    TextLanguage languages) {
  /// A word that stands as it was looked for counts a little more.
  private static final double WHOLE_WORD = 1.1;

  public TextSearch {
    terms = Set.copyOf(terms);
    excludedTerms = Set.copyOf(excludedTerms);
    phrases = List.copyOf(phrases);
    excludedPhrases = List.copyOf(excludedPhrases);
    weights = Map.copyOf(weights);
  }

  /// Reads what a client typed: words, "phrases", and either of them ruled out by a hyphen.
  ///
  /// @param language of what is looked for
  static TextSearch of(
      String typed, String language, Map<String, Double> weights, TextLanguage languages) {
    Set<String> terms = new TreeSet<>();
    Set<String> excluded = new TreeSet<>();
    List<String> phrases = new ArrayList<>();
    List<String> excludedPhrases = new ArrayList<>();
    int at = 0;
    while (at < typed.length()) {
      char letter = typed.charAt(at);
      boolean negated = letter == '-' && (at == 0 || Character.isWhitespace(typed.charAt(at - 1)));
      int start = negated ? at + 1 : at;
      int end;
      if (start < typed.length() && typed.charAt(start) == '"') {
        int close = typed.indexOf('"', start + 1);
        end = close < 0 ? typed.length() : close + 1;
        String phrase = typed.substring(start + 1, close < 0 ? typed.length() : close);
        (negated ? excludedPhrases : phrases).add(TextTerms.plain(phrase));
        if (!negated) {
          add(phrase, language, terms);
        }
      } else {
        end = end(typed, start);
        add(typed.substring(start, end), language, negated ? excluded : terms);
      }
      at = Math.max(end, at + 1);
    }
    return new TextSearch(terms, excluded, phrases, excludedPhrases, weights, languages);
  }

  private static int end(String typed, int start) {
    int end = start;
    while (end < typed.length()
        && !Character.isWhitespace(typed.charAt(end))
        && typed.charAt(end) != '"') {
      end++;
    }
    return end;
  }

  private static void add(String text, String language, Set<String> terms) {
    TextTerms.words(text, language).forEach(word -> terms.add(word.term()));
  }

  public boolean matches(Value document) {
    Set<String> found = new HashSet<>();
    List<String> texts = new ArrayList<>();
    TextFields.each(
        document,
        List.copyOf(weights.keySet()),
        languages,
        (_, text, language) -> {
          texts.add(TextTerms.plain(text));
          add(text, language, found);
        });
    return terms.stream().anyMatch(found::contains)
        && excludedTerms.stream().noneMatch(found::contains)
        && phrases.stream().allMatch(each -> isIn(texts, each))
        && excludedPhrases.stream().noneMatch(each -> isIn(texts, each));
  }

  private static boolean isIn(List<String> texts, String phrase) {
    return texts.stream().anyMatch(text -> text.contains(phrase));
  }

  /// How well a document meets the search, by MongoDB's formula: a word counts less each time it
  /// comes again, and more the greater a part of its text it is.
  public double score(Value document) {
    double[] score = new double[1];
    TextFields.each(
        document,
        List.copyOf(weights.keySet()),
        languages,
        (path, text, language) ->
            score[0] += score(text, language) * weights.getOrDefault(path, 1.0));
    return score[0];
  }

  private double score(String text, String language) {
    List<TextTerms.Word> words = TextTerms.words(text, language);
    Map<String, Double> frequencies = new HashMap<>();
    Map<String, Integer> counts = new HashMap<>();
    for (TextTerms.Word word : words) {
      int count = counts.merge(word.term(), 1, Integer::sum);
      frequencies.merge(word.term(), 1 / Math.pow(2, count - 1), Double::sum);
    }
    double score = 0;
    for (String term : terms) {
      Integer count = counts.get(term);
      if (count != null) {
        double part = 0.5 * count / words.size() + 0.5;
        boolean whole = text.strip().equalsIgnoreCase(term);
        score += frequencies.getOrDefault(term, 0.0) * part * (whole ? WHOLE_WORD : 1);
      }
    }
    return score;
  }
}
