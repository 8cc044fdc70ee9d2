// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The languages that a process knows, handed in where it is put together.
public final class Languages {
  /// Plans without code still run.
  public static final Languages NONE = new Languages(List.of());

  private final Map<String, ExpressionLanguage> byName = new HashMap<>();

  public Languages(List<ExpressionLanguage> languages) {
    for (ExpressionLanguage language : languages) {
      if (byName.put(language.name(), language) != null) {
        throw new IllegalArgumentException("two languages are called " + language.name());
      }
    }
  }

  /// What runs the code. Fails with NOT_SUPPORTED if nobody here knows its language.
  public RowProgram program(Code code) {
    if (code instanceof Code.Local local) {
      return local.program();
    }
    ExpressionLanguage language = byName.get(code.language());
    if (language == null) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "Expressions of the language '%s' cannot be evaluated here.".formatted(code.language()));
    }
    return language.read(code.encoded()).program();
  }
}
