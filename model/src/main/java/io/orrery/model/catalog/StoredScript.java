// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.catalog;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// A script of a container.
///
/// @param trigger when it runs; null for one that is called by its name
public record StoredScript(
    int container,
    Kind kind,
    int number,
    String name,
    long timeMillis,
    long revision,
    String body,
    @Nullable Trigger trigger)
    implements Resource {

  public StoredScript {
    if ((kind == Kind.TRIGGER) != (trigger != null)) {
      throw new IllegalArgumentException("a trigger says when it runs, nothing else does");
    }
  }

  /// What scripts there are, and how many of each a container may have. The codes stand in the
  /// store.
  public enum Kind {
    STORED_PROCEDURE(1),
    TRIGGER(2),
    USER_DEFINED_FUNCTION(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    public int code() {
      return code;
    }

    public void write(ByteWriter out) {
      out.writeByte(code);
    }

    /// Fails with CORRUPTED if it is none.
    public static Kind read(ByteReader in) {
      return ofCode(values(), kind -> kind.code, in.readByte());
    }
  }

  /// When a trigger runs: before or behind an operation of a kind.
  public record Trigger(Moment moment, Occasion occasion) {
    public void write(ByteWriter out) {
      out.writeByte(moment.code).writeByte(occasion.code);
    }

    public static Trigger read(ByteReader in) {
      return new Trigger(
          ofCode(Moment.values(), moment -> moment.code, in.readByte()),
          ofCode(Occasion.values(), occasion -> occasion.code, in.readByte()));
    }
  }

  /// Before or behind the operation.
  public enum Moment {
    PRE(1),
    POST(2);

    final int code;

    Moment(int code) {
      this.code = code;
    }
  }

  /// The operations it may be asked to run with.
  public enum Occasion {
    ALL(1),
    CREATE(2),
    UPDATE(3),
    DELETE(4),
    REPLACE(5);

    final int code;

    Occasion(int code) {
      this.code = code;
    }
  }

  @Override
  public Siblings siblings() {
    return new Siblings.Scripts(container, kind);
  }

  @Override
  public ResourceContent content() {
    return new ResourceContent.Source(body, trigger);
  }

  private static <T> T ofCode(T[] values, ToIntFunction<T> codes, int code) {
    for (T value : values) {
      if (codes.applyAsInt(value) == code) {
        return value;
      }
    }
    throw OrreryException.corrupted("a script's record has the unknown code " + code);
  }
}
