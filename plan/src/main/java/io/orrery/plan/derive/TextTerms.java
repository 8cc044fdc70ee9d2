// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.derive;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The words of texts as a search compares them: in small letters, without accents, and in English
/// without endings and without words that every text has.
///
/// English endings are taken off by the first steps of Porter's rules: plurals, `-ed`, `-ing`, and
/// a `y` at the end. Other languages have no rules here.
public final class TextTerms {
  public static final String ENGLISH = "english";
  public static final String NONE = "none";

  /// Longer words are cut: nobody looks for them.
  private static final int LENGTH_MAX = 256;

  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");

  private static final Set<String> STOP_WORDS =
      Set.of(
          """
          a about above after again against all am an and any are as at be because been before being
          below between both but by cannot could did do does doing down during each few for from
          further had has have having he her here hers herself him himself his how i if in into is it
          its itself me more most my myself no nor not of off on once only or other ought our ours
          ourselves out over own same she should so some such than that the their theirs them
          themselves then there these they this those through to too under until up very was we were
          what when where which while who whom why with would you your yours yourself yourselves
          """
              .strip()
              .split("\\s+"));

  private TextTerms() {}

  /// A word of a text.
  ///
  /// @param word in small letters, without accents
  /// @param term what it is compared by
  public record Word(String word, String term) {}

  /// The words of a text, in their order, but for those that do not count.
  public static List<Word> words(String text, String language) {
    boolean english = language.equals(ENGLISH);
    List<Word> words = new ArrayList<>();
    for (String word : plain(text).split("[^\\p{L}\\p{N}_']+", -1)) {
      String bare = bare(word);
      if (!bare.isEmpty() && !(english && STOP_WORDS.contains(bare))) {
        words.add(new Word(bare, english ? stem(bare) : bare));
      }
    }
    return words;
  }

  /// A text in small letters and without accents.
  public static String plain(String text) {
    String decomposed = Normalizer.normalize(text, Normalizer.Form.NFD);
    return ACCENTS.matcher(decomposed).replaceAll("").toLowerCase(Locale.ROOT);
  }

  private static String bare(String word) {
    String bare = word.endsWith("'s") ? word.substring(0, word.length() - 2) : word;
    bare = bare.replace("'", "");
    return bare.length() > LENGTH_MAX ? bare.substring(0, LENGTH_MAX) : bare;
  }

  /// A word without its ending.
  static String stem(String word) {
    return withoutY(withoutTense(withoutPlural(word)));
  }

  private static String withoutPlural(String word) {
    if (word.endsWith("sses")) {
      return cut(word, 2);
    }
    if (word.endsWith("ies")) {
      return word.length() > 4 ? cut(word, 2) : cut(word, 1);
    }
    boolean plural =
        word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us") && word.length() > 3;
    return plural ? cut(word, 1) : word;
  }

  private static String withoutTense(String word) {
    if (word.endsWith("eed")) {
      return word.length() > 4 ? cut(word, 1) : word;
    }
    String stem = word.endsWith("ed") ? cut(word, 2) : word.endsWith("ing") ? cut(word, 3) : word;
    return stem.length() < word.length() && hasVowel(stem) ? mended(stem) : word;
  }

  /// What is left of `hopping`, `sized` and `filing` is `hop`, `size` and `file`.
  private static String mended(String stem) {
    if (stem.endsWith("at") || stem.endsWith("bl") || stem.endsWith("iz")) {
      return stem + 'e';
    }
    int length = stem.length();
    if (length > 2 && stem.charAt(length - 1) == stem.charAt(length - 2)) {
      return "lsz".indexOf(stem.charAt(length - 1)) >= 0 ? stem : cut(stem, 1);
    }
    return length == 3 && isShort(stem) ? stem + 'e' : stem;
  }

  private static boolean isShort(String stem) {
    return !isVowel(stem.charAt(0))
        && isVowel(stem.charAt(1))
        && !isVowel(stem.charAt(2))
        && "wxy".indexOf(stem.charAt(2)) < 0;
  }

  private static String withoutY(String word) {
    return word.length() > 2 && word.endsWith("y") && !isVowel(word.charAt(word.length() - 2))
        ? cut(word, 1) + 'i'
        : word;
  }

  private static String cut(String word, int count) {
    return word.substring(0, word.length() - count);
  }

  private static boolean hasVowel(String stem) {
    return stem.length() > 1 && stem.chars().anyMatch(each -> isVowel((char) each) || each == 'y');
  }

  private static boolean isVowel(char letter) {
    return "aeiou".indexOf(letter) >= 0;
  }
}
