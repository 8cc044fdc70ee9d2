// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.io.Console;
import java.util.Optional;

/// The person in front of the machine, if there is one.
final class Terminal {
  private Terminal() {}

  /// Empty if input or output is a file or a program; some JDKs have no console then, others one
  /// that is no terminal.
  static Optional<Console> find() {
    return Optional.ofNullable(System.console()).filter(Console::isTerminal);
  }
}
