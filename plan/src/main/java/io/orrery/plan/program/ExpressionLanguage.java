// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

/// The expressions of one API and how they are evaluated, known to partitions by name.
public interface ExpressionLanguage {

  String name();

  /// Makes code that came from elsewhere ready to run. Fails with CORRUPTED if it is none of this
  /// language, or as compiling it does.
  Code.Local read(byte[] code);
}
