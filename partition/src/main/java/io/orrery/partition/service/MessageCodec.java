// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.service.PartitionCall.Charging;
import java.util.function.Function;

/// What goes to a partition and what comes back, as bytes.
///
/// ```
/// message: format, request id, remaining nanoseconds, time, session's LSN, charging, request
/// reply:   format, kind, then an answer, or a failure's code, wait and sentence
/// ```
///
/// Codes are never used again for anything else; a form that changes gets a new code.
public final class MessageCodec {
  private static final int FORMAT = 1;

  private static final int ADMIT = 1;
  private static final int CONTINUE = 2;
  private static final int FREE = 3;

  private static final int ANSWERED = 1;
  private static final int MOVED = 2;
  private static final int NOT_LEADER = 3;
  private static final int FAILED = 4;

  /// What a partition receives.
  public record Message(PartitionRequest<?> request, PartitionCall call) {}

  private MessageCodec() {}

  public static byte[] encode(PartitionRequest<?> request, PartitionCall call) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT).writeLong(call.request());
    out.writeSignedVarint(call.remainingNanos()).writeVarint(call.nowMillis());
    out.writeVarint(call.sessionLsn()).writeByte(code(call.charging()));
    RequestCodec.write(out, request);
    return out.toByteArray();
  }

  /// Reads what [#encode] wrote; fails with CORRUPTED if it is anything else.
  public static Message decode(byte[] bytes) {
    return read(
        bytes,
        in -> {
          PartitionCall call =
              new PartitionCall(
                  in.readLong(),
                  in.readSignedVarint(),
                  MessageParts.readNumber(in),
                  MessageParts.readNumber(in),
                  charging(in.readByte()));
          return new Message(RequestCodec.read(in), call);
        });
  }

  public static byte[] encode(PartitionReply<?> reply) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT);
    switch (reply) {
      case PartitionReply.Answered<?>(PartitionAnswer answer) ->
          AnswerCodec.write(out.writeByte(ANSWERED), answer);
      case PartitionReply.Moved<?> _ -> out.writeByte(MOVED);
      case PartitionReply.NotLeader<?> _ -> out.writeByte(NOT_LEADER);
    }
    return out.toByteArray();
  }

  /// A call that failed.
  public static byte[] encode(OrreryException failure) {
    ByteWriter out = new ByteWriter(256).writeByte(FORMAT).writeByte(FAILED);
    MessageParts.writeText(out, failure.code().name());
    out.writeVarint(failure.retryAfterMillis());
    out.writeVarint(failure.protocolNumber());
    MessageParts.writeText(out, String.valueOf(failure.getMessage()));
    return out.toByteArray();
  }

  /// Reads what became of a request. Fails as the call did, with CORRUPTED if the bytes are no
  /// reply or the answer is not of the request's kind.
  public static <A extends PartitionAnswer> PartitionReply<A> decodeReply(
      byte[] bytes, PartitionRequest<A> request) {
    return read(bytes, in -> readReply(in, request));
  }

  private static <A extends PartitionAnswer> PartitionReply<A> readReply(
      ByteReader in, PartitionRequest<A> request) {
    int kind = in.readByte();
    return switch (kind) {
      case ANSWERED -> {
        PartitionAnswer answer = AnswerCodec.read(in);
        if (!request.answer().isInstance(answer)) {
          throw OrreryException.corrupted("an answer of another kind than was asked for");
        }
        yield new PartitionReply.Answered<>(request.answer().cast(answer));
      }
      case MOVED -> new PartitionReply.Moved<>();
      case NOT_LEADER -> new PartitionReply.NotLeader<>();
      case FAILED -> throw readFailure(in);
      default -> throw OrreryException.corrupted("there is no reply of the kind " + kind);
    };
  }

  private static OrreryException readFailure(ByteReader in) {
    ErrorCode code = errorCode(MessageParts.readText(in));
    long retryAfterMillis = MessageParts.readNumber(in);
    long number = MessageParts.readNumber(in);
    String message = MessageParts.readText(in);
    in.requireEnd();
    if (number > Integer.MAX_VALUE) {
      throw OrreryException.corrupted("a failure has the number " + number);
    }
    return retryAfterMillis > 0
        ? OrreryException.retryAfter(code, message, retryAfterMillis)
        : new OrreryException(code, message, (int) number);
  }

  private static <T> T read(byte[] bytes, Function<ByteReader, T> content) {
    ByteReader in = new ByteReader(bytes);
    int format = in.readByte();
    if (format != FORMAT) {
      throw OrreryException.corrupted("a message has the unknown format " + format);
    }
    T result = content.apply(in);
    in.requireEnd();
    return result;
  }

  private static int code(Charging charging) {
    return switch (charging) {
      case ADMIT -> ADMIT;
      case CONTINUE -> CONTINUE;
      case FREE -> FREE;
    };
  }

  private static Charging charging(int code) {
    return switch (code) {
      case ADMIT -> Charging.ADMIT;
      case CONTINUE -> Charging.CONTINUE;
      case FREE -> Charging.FREE;
      default -> throw OrreryException.corrupted("there is no way to charge with code " + code);
    };
  }

  private static ErrorCode errorCode(String name) {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.name().equals(name)) {
        return code;
      }
    }
    throw OrreryException.corrupted("there is no failure " + name);
  }
}
