// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Expressions of one API: which rows an item has, and what is made of each. The outputs are
/// numbered by whoever wrote the code.
public interface Code {

  /// The name of the [ExpressionLanguage] it is written in.
  String language();

  /// What the language reads it from elsewhere.
  byte[] encoded();

  /// Code that runs where it was written, and is not encoded for that.
  interface Local extends Code {
    RowProgram program();
  }

  /// Code that came from elsewhere.
  record Encoded(String language, byte[] encoded) implements Code {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Encoded that
          && language.equals(that.language)
          && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
      return 31 * language.hashCode() + Arrays.hashCode(encoded);
    }
  }

  static void write(ByteWriter out, Code code) {
    out.writeBlock(code.language().getBytes(StandardCharsets.UTF_8)).writeBlock(code.encoded());
  }

  static Code read(ByteReader in) {
    return new Encoded(new String(in.readBlock(), StandardCharsets.UTF_8), in.readBlock());
  }
}
