// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import java.io.Serial;

/// A header field that goes on in the next line.
final class FoldedHeaderException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  FoldedHeaderException() {
    super("A line of the head starts with white space", null, false, false);
  }
}
