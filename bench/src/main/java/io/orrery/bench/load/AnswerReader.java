// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.nio.ByteBuffer;

/// Finds the end of an answer in some protocol, and nothing more than it must. A refusal is an
/// [IllegalStateException].
public interface AnswerReader {
  /// Where the answer's bytes go.
  ByteBuffer buffer();

  /// Before the next answer.
  void reset();

  boolean isComplete();

  /// How many rows the complete answer to a query has.
  int rows();

  /// Whether the server closes the connection after this answer.
  boolean endsConnection();
}
