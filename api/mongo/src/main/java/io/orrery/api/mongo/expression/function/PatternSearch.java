// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Searches strings by regular expressions. Places are told in code points.
final class PatternSearch {
  private PatternSearch() {}

  static void addTo(FunctionTable table) {
    search(
        table, "$regexMatch", Value.Bool.FALSE, (text, matcher) -> Value.Bool.of(matcher.find()));
    search(
        table,
        "$regexFind",
        Value.Null.NULL,
        (text, matcher) -> matcher.find() ? found(text, matcher) : Value.Null.NULL);
    search(table, "$regexFindAll", new Value.Array(List.of()), PatternSearch::all);
  }

  private static void search(
      FunctionTable table, String name, Value nothing, BiFunction<String, Matcher, Value> result) {
    table.named(
        name,
        51103,
        31024,
        List.of(
            CallForm.Parameter.required("input", 31022),
            CallForm.Parameter.required("regex", 31023),
            CallForm.Parameter.optional("options", Value.Null.NULL)),
        arguments -> {
          Value input = arguments[0];
          if (!Operands.isNullish(input) && !(input instanceof Value.Text)) {
            throw MongoFailure.at(51104, name + " needs 'input' to be of type string");
          }
          Pattern pattern = pattern(name, arguments[1], arguments[2]);
          return pattern == NOTHING || Operands.isNullish(input)
              ? nothing
              : result.apply(
                  ((Value.Text) input).value(),
                  Patterns.matcher(pattern, ((Value.Text) input).value()));
        });
  }

  /// A pattern that is null finds nothing.
  private static final Pattern NOTHING = Pattern.compile("(?!)");

  private static Pattern pattern(String name, Value regex, Value options) {
    if (!Operands.isNullish(options) && !(options instanceof Value.Text)) {
      throw MongoFailure.at(51106, name + " needs 'options' to be of type string");
    }
    String given = options instanceof Value.Text(String letters) ? letters : "";
    return switch (regex) {
      case Value.Undefined _, Value.Null _ -> NOTHING;
      case Value.Text(String text) -> compiled(name, text, given);
      case Value.RegularExpression(String text, String own) -> {
        if (!own.isEmpty() && options instanceof Value.Text) {
          throw MongoFailure.at(
              51107,
              name + ": found regex option(s) specified in both 'regex' and 'option' fields");
        }
        yield compiled(name, text, own.isEmpty() ? given : own);
      }
      case Value _ ->
          throw MongoFailure.at(51105, name + " needs 'regex' to be of type string or regex");
    };
  }

  private static Pattern compiled(String name, String text, String options) {
    if (text.indexOf('\0') >= 0) {
      throw MongoFailure.at(
          51109, name + ": regular expression cannot contain an embedded null byte");
    }
    try {
      return Patterns.compile(text, options);
    } catch (MongoFailure invalid) {
      throw invalid.error().code() == 51091
          ? MongoFailure.at(51111, "Invalid Regex in %s: %s".formatted(name, invalid.getMessage()))
          : invalid;
    }
  }

  private static Value found(String text, Matcher matcher) {
    LinkedHashMap<String, Value> found = new LinkedHashMap<>();
    found.put("match", new Value.Text(matcher.group()));
    found.put("idx", new Value.Int32(text.codePointCount(0, matcher.start())));
    List<Value> captures = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      captures.add(group == null ? Value.Null.NULL : new Value.Text(group));
    }
    found.put("captures", new Value.Array(captures));
    return new Value.Document(found);
  }

  private static Value all(String text, Matcher matcher) {
    List<Value> all = new ArrayList<>();
    while (matcher.find()) {
      all.add(found(text, matcher));
    }
    return new Value.Array(all);
  }
}
