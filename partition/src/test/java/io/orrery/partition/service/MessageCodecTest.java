// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.Hostility;
import io.orrery.partition.Samples;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
  private static final int ROUNDS = 200;
  private static final PartitionRequest.Find FIND =
      new PartitionRequest.Find(Samples.key("a", "1"));

  /// The request whose answer this is.
  private static PartitionRequest<?> requestOf(PartitionAnswer answer, RandomMessages messages) {
    return messages.requests().stream()
        .filter(request -> request.answer().isInstance(answer))
        .findFirst()
        .orElseThrow();
  }

  /// A kind that nobody encodes here would go untested.
  @Test
  void everyKindIsAmongTheMessages() {
    RandomMessages messages = new RandomMessages(1);
    assertThat(messages.requests())
        .extracting(Object::getClass)
        .extracting(Class.class::cast)
        .containsExactlyInAnyOrder(PartitionRequest.class.getPermittedSubclasses());
    assertThat(messages.answers())
        .extracting(Object::getClass)
        .extracting(Class.class::cast)
        .containsExactlyInAnyOrder(PartitionAnswer.class.getPermittedSubclasses());
  }

  @Test
  void requestsArriveAsTheyWere() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      RandomMessages messages = new RandomMessages(seed);
      for (PartitionRequest<?> request : messages.requests()) {
        PartitionCall call = messages.call();
        byte[] bytes = MessageCodec.encode(request, call);
        MessageCodec.Message decoded = MessageCodec.decode(bytes);
        assertThat(decoded.call()).as("seed %d", seed).isEqualTo(call);
        assertThat(decoded.request())
            .as("seed %d", seed)
            .usingRecursiveComparison()
            .isEqualTo(request);
        assertThat(MessageCodec.encode(decoded.request(), decoded.call())).isEqualTo(bytes);
      }
    }
  }

  @Test
  void answersArriveAsTheyWere() {
    for (int seed = 0; seed < ROUNDS; seed++) {
      RandomMessages messages = new RandomMessages(seed);
      for (PartitionAnswer answer : messages.answers()) {
        PartitionReply<?> reply = new PartitionReply.Answered<>(answer);
        byte[] bytes = MessageCodec.encode(reply);
        PartitionReply<?> decoded = MessageCodec.decodeReply(bytes, requestOf(answer, messages));
        assertThat(decoded).as("seed %d", seed).usingRecursiveComparison().isEqualTo(reply);
        assertThat(MessageCodec.encode(decoded)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void otherRepliesArriveAsTheyWere() {
    List<PartitionReply<PartitionAnswer.Found>> replies =
        List.of(new PartitionReply.Moved<>(), new PartitionReply.NotLeader<>());
    for (PartitionReply<PartitionAnswer.Found> reply : replies) {
      assertThat(MessageCodec.decodeReply(MessageCodec.encode(reply), FIND)).isEqualTo(reply);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresArriveAsTheyWere(ErrorCode code) {
    OrreryException failure = OrreryException.retryAfter(code, "Not now: ü.", 17);
    assertThatThrownBy(() -> MessageCodec.decodeReply(MessageCodec.encode(failure), FIND))
        .isInstanceOfSatisfying(
            OrreryException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.retryAfterMillis()).isEqualTo(17);
              assertThat(e).hasMessage("Not now: ü.");
            });
  }

  @Test
  void failuresKeepTheNumberThatAProtocolHasForThem() {
    OrreryException failure = new OrreryException(ErrorCode.INVALID_ARGUMENT, "No array.", 17_124);
    assertThatThrownBy(() -> MessageCodec.decodeReply(MessageCodec.encode(failure), FIND))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.protocolNumber()).isEqualTo(17_124));
  }

  @Test
  void answerOfAnotherKindIsRefused() {
    byte[] bytes =
        MessageCodec.encode(new PartitionReply.Answered<>(new PartitionAnswer.Provisioned(1)));
    assertThatThrownBy(() -> MessageCodec.decodeReply(bytes, FIND))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }

  @Test
  void hostileRequestsAreRefused() {
    RandomMessages messages = new RandomMessages(5);
    List<byte[]> valid = new ArrayList<>();
    for (PartitionRequest<?> request : messages.requests()) {
      valid.add(MessageCodec.encode(request, messages.call()));
    }
    Hostility.against(MessageCodec::decode, valid);
  }

  @Test
  void hostileAnswersAreRefused() {
    RandomMessages messages = new RandomMessages(6);
    for (PartitionAnswer answer : messages.answers()) {
      PartitionRequest<?> request = requestOf(answer, messages);
      byte[] valid = MessageCodec.encode(new PartitionReply.Answered<>(answer));
      Hostility.against(
          bytes -> {
            // A failure that was made up is one all the same.
            if (bytes.length < 2 || bytes[1] != 4) {
              MessageCodec.decodeReply(bytes, request);
            }
          },
          List.of(valid));
    }
  }

  @Test
  void lostBytesAreNoticed() {
    byte[] bytes =
        MessageCodec.encode(
            new PartitionReply.Answered<>(new PartitionAnswer.Found(Optional.empty(), 300)));
    for (int length = 0; length < bytes.length; length++) {
      byte[] shorter = java.util.Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> MessageCodec.decodeReply(shorter, FIND))
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "0202", // another format
        "0109", // another kind of reply
        "010200", // trailing bytes
        "010102", // an answer that ends early
        "01010205" + "02", // an item that neither is nor is not
        "010163" + "05", // another kind of answer
        "0104034f7570730001", // an unknown failure
      })
  void brokenRepliesAreRefused(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    assertThatThrownBy(() -> MessageCodec.decodeReply(bytes, FIND))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED));
  }
}
