// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.List;

/// Takes characters off the ends of strings.
final class Trimming {
  /// What MongoDB takes for white space.
  private static final Value SPACES =
      new Value.Text(
          "\0 \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
              + "\u2009\u200A");

  private Trimming() {}

  static void addTo(FunctionTable table) {
    trim(table, "$trim", true, true);
    trim(table, "$ltrim", true, false);
    trim(table, "$rtrim", false, true);
  }

  private static void trim(FunctionTable table, String name, boolean left, boolean right) {
    table.named(
        name,
        50696,
        50694,
        List.of(
            CallForm.Parameter.required("input", 50695),
            CallForm.Parameter.optional("chars", SPACES)),
        arguments -> trim(name, arguments[0], arguments[1], left, right));
  }

  private static Value trim(String name, Value input, Value chars, boolean left, boolean right) {
    if (Operands.isNullish(input)) {
      return Value.Null.NULL;
    }
    if (!(input instanceof Value.Text(String text))) {
      throw MongoFailure.at(
          50699,
          "%s requires its input to be a string, got a value of type %s instead."
              .formatted(name, Operands.type(input)));
    }
    if (Operands.isNullish(chars)) {
      return Value.Null.NULL;
    }
    if (!(chars instanceof Value.Text(String taken))) {
      throw MongoFailure.at(
          50700,
          "%s requires 'chars' to be a string, got a value of type %s instead."
              .formatted(name, Operands.type(chars)));
    }
    int from = 0;
    int until = text.length();
    while (left && from < until && taken.indexOf(text.codePointAt(from)) >= 0) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (right && until > from && taken.indexOf(text.codePointBefore(until)) >= 0) {
      until -= Character.charCount(text.codePointBefore(until));
    }
    return new Value.Text(text.substring(from, until));
  }
}
