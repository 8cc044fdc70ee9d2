// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The languages that a process knows, handed in where it is put together.
public final class Languages {
  /// Plans without code still run.
  public static final Languages NONE = new Languages(List.of());

  /// The same few queries come over and over, and each of their pages with them.
  private static final int PROGRAMS_MAX = 256;

  private final Map<String, ExpressionLanguage> byName = new HashMap<>();

  private final ReentrantLock lock = new ReentrantLock();

  /// Those used last, of code that came from elsewhere. Guarded by lock.
  private final Map<Code, RowProgram> programs =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Code, RowProgram> eldest) {
          return size() > PROGRAMS_MAX;
        }
      };

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
    RowProgram known = find(code);
    return known == null ? keep(code, language.read(code.encoded()).program()) : known;
  }

  private @Nullable RowProgram find(Code code) {
    lock.lock();
    try {
      return programs.get(code);
    } finally {
      lock.unlock();
    }
  }

  private RowProgram keep(Code code, RowProgram program) {
    lock.lock();
    try {
      programs.put(code, program);
      return program;
    } finally {
      lock.unlock();
    }
  }
}
