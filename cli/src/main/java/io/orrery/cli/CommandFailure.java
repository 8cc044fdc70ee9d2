// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import org.jspecify.annotations.Nullable;

/// A command that could not do its work: a sentence for the user, and the exit code for scripts.
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// What scripts tell apart.
  public enum Kind {
    FAILED(1),
    WRONG_USE(2),
    NOT_RUNNING(3),
    OVER_LIMIT(4);

    private final int exitCode;

    Kind(int exitCode) {
      this.exitCode = exitCode;
    }
  }

  private final Kind kind;

  CommandFailure(Kind kind, String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
    this.kind = kind;
  }

  CommandFailure(Kind kind, String sentence) {
    this(kind, sentence, null);
  }

  public int exitCode() {
    return kind.exitCode;
  }
}
