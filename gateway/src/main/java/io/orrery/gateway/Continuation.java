// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import java.util.Base64;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The text form of where a scan goes on: a version, the kind of scan, the container, and what that
/// kind of scan needs to know. Clients hold it, so nothing in it is believed.
public enum Continuation {
  LOGICAL_PARTITION(1),
  ITEMS(8),
  LATEST_CHANGES(4),
  ALL_CHANGES(5),
  QUERY(7);

  private static final int VERSION = 1;
  private static final int TEXT_LENGTH_MAX = 4 << 20;

  /// Stands in texts that clients may keep for years, so it never changes.
  private final int code;

  Continuation(int code) {
    this.code = code;
  }

  /// Begins a continuation; what the scan needs to know is to follow.
  public ByteWriter begin(ContainerHandle container) {
    return new ByteWriter(64).writeByte(VERSION).writeByte(code).writeVarint(container.number());
  }

  public static String end(ByteWriter out) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  /// Reads a continuation of this kind and container. Fails with INVALID_ARGUMENT if it is none, or
  /// if `rest` finds something wrong with what follows.
  public <T> T read(String text, ContainerHandle container, Function<ByteReader, T> rest) {
    if (text.length() > TEXT_LENGTH_MAX) {
      throw invalid("it is too long", null);
    }
    try {
      ByteReader in = new ByteReader(Base64.getUrlDecoder().decode(text));
      if (in.readByte() != VERSION || in.readByte() != code) {
        throw invalid("it belongs to another kind of request", null);
      }
      if (in.readVarint() != container.number()) {
        throw invalid("it belongs to another container", null);
      }
      T result = rest.apply(in);
      in.requireEnd();
      return result;
    } catch (IllegalArgumentException e) {
      throw invalid("it is not what was handed out", e);
    } catch (OrreryException e) {
      throw e.code() == ErrorCode.INVALID_ARGUMENT
          ? e
          : invalid("it is not what was handed out", e);
    }
  }

  static int code(Direction direction) {
    return switch (direction) {
      case FORWARD -> 0;
      case REVERSE -> 1;
    };
  }

  static void requireDirection(ByteReader in, Direction direction) {
    if (in.readByte() != code(direction)) {
      throw invalid("it belongs to a scan in the other direction", null);
    }
  }

  public static OrreryException invalid(String reason, @Nullable RuntimeException cause) {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "Invalid Continuation Token: " + reason + ".", cause);
  }
}
