// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import java.util.ArrayList;
import java.util.List;

/// Documents with the properties that [RandomQueries] asks for: most of the type one expects there,
/// some of another, some missing.
public final class RandomDocuments {
  private static final int KEYS = 7;
  private static final int DEPTH = 3;

  private final Dice dice;
  private final RandomJson json;

  /// @param exotic whether there are values that clients cannot take as they are
  public RandomDocuments(Dice dice, boolean exotic) {
    this.dice = dice;
    this.json = new RandomJson(dice, exotic);
  }

  /// The partition key `pk` of every document is a string.
  public List<String> documents(int count) {
    List<String> documents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      documents.add(document(i));
    }
    return documents;
  }

  private String document(int number) {
    List<String> members = new ArrayList<>();
    members.add("\"id\":\"" + number + "\"");
    members.add("\"pk\":\"k" + dice.below(KEYS) + "\"");
    if (dice.chance(90)) {
      members.add("\"i\":" + dice.between(-3, 9));
    }
    member(members, "n", json.number());
    member(members, "s", json.text());
    member(members, "f", json.bool());
    member(members, "d", json.date());
    member(members, "tags", json.array(1));
    member(members, "o", nested());
    member(members, "list", list());
    member(members, "mixed", json.any(DEPTH));
    return "{" + String.join(",", members) + "}";
  }

  private void member(List<String> members, String name, String usual) {
    int roll = dice.below(100);
    if (roll >= 12) {
      members.add('"' + name + "\":" + (roll >= 24 ? usual : json.any(2)));
    }
  }

  private String nested() {
    List<String> members = new ArrayList<>();
    member(members, "x", json.number());
    member(members, "y", json.text());
    member(members, "z", json.array(2));
    member(members, "w v", json.scalar());
    return "{" + String.join(",", members) + "}";
  }

  private String list() {
    List<String> elements = new ArrayList<>();
    for (int i = dice.below(4); i > 0; i--) {
      List<String> members = new ArrayList<>();
      member(members, "k", json.integer());
      member(members, "v", json.text());
      member(members, "tags", json.array(1));
      elements.add(dice.chance(90) ? "{" + String.join(",", members) + "}" : json.any(1));
    }
    return "[" + String.join(",", elements) + "]";
  }
}
