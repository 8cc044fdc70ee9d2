// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.orrery.wire.connection.Intake.Taken;
import io.orrery.wire.connection.TrafficBudget.Holding;
import io.orrery.wire.connection.TrafficBudget.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TrafficBudgetTest {
  private static final int SMALL = TrafficBudget.SMALL_BYTES;
  private static final int MAX = 64 * SMALL;
  private static final int BODY_MAX = 4 << 20;

  private final AtomicLong nanoTime = new AtomicLong();
  private final TrafficBudget budget = new TrafficBudget(MAX, nanoTime::get);
  private final List<String> givenUp = new ArrayList<>();

  private Intake request(boolean recognised) {
    return new Intake(budget, BODY_MAX, BODY_MAX, recognised, () -> givenUp.add("body"));
  }

  private Holding hold(Kind kind, int bytes) {
    return Objects.requireNonNull(budget.hold(kind, bytes));
  }

  private void waitLong() {
    nanoTime.addAndGet(TrafficBudget.PATIENCE.toNanos());
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.wrappedBuffer(new byte[count]);
  }

  @Test
  void largeOnesLeaveRoomToTheSmall() {
    Holding bodies = hold(Kind.BODY, MAX / 2);
    Holding answers = hold(Kind.ANSWER, MAX / 4 + MAX / 8);
    assertThat(budget.hold(Kind.ANSWER, SMALL + 1)).isNull();
    for (int i = 0; i < 8; i++) {
      assertThat(budget.take(SMALL)).isTrue();
    }
    assertThat(budget.take(SMALL)).isFalse();
    bodies.release();
    assertThat(budget.hold(Kind.ANSWER, SMALL + 1)).isNotNull();
    answers.release();
    answers.release();
    assertThat(budget.heldBytes()).isEqualTo(8L * SMALL + SMALL + 1);
  }

  @Test
  void bodiesLeaveRoomToAnswersAndAnswersToBodies() {
    Holding all = hold(Kind.BODY, MAX - MAX / 4);
    assertThat(budget.hold(Kind.BODY, SMALL + 1)).isNull();
    assertThat(budget.hold(Kind.ANSWER, SMALL + 1)).isNotNull();
    assertThat(all.grow(1)).isFalse();
    all.release();
    assertThat(budget.hold(Kind.BODY, SMALL + 1)).isNotNull();
  }

  @Test
  void whoHasWaitedLongestForItsClientMakesRoom() {
    Holding first = hold(Kind.ANSWER, MAX / 4);
    first.awaitClient(() -> givenUp.add("first"));
    Holding second = hold(Kind.ANSWER, MAX / 4);
    second.awaitClient(() -> givenUp.add("second"));
    hold(Kind.ANSWER, MAX / 4);
    assertThat(budget.hold(Kind.ANSWER, MAX / 4)).as("nobody has waited long").isNull();
    assertThat(givenUp).isEmpty();
    waitLong();
    assertThat(budget.hold(Kind.ANSWER, MAX / 4)).isNotNull();
    assertThat(givenUp).containsExactly("first");
    second.clientDone();
    assertThat(budget.hold(Kind.ANSWER, MAX / 4)).as("nobody waits any more").isNull();
    assertThat(budget.givenUp()).isEqualTo(1);
    first.release();
    assertThat(budget.heldBytes()).isEqualTo(MAX - MAX / 4);
  }

  @Test
  void answerToALargeBodyHasItsRoom() {
    Intake request = request(true);
    request.admit();
    assertThat(request.append(bytes(20 * SMALL))).isEqualTo(Taken.WHOLLY);
    request.arrived();
    hold(Kind.ANSWER, 36 * SMALL);
    assertThat(budget.hold(Kind.ANSWER, 20 * SMALL)).isNull();
    assertThat(request.roomForAnswer(22 * SMALL)).as("much larger").isNull();
    Holding room = Objects.requireNonNull(request.roomForAnswer(20 * SMALL + 100));
    request.discard();
    assertThat(budget.heldBytes()).isEqualTo(56L * SMALL + 100);
    room.release();
    assertThat(budget.heldBytes()).isEqualTo(36L * SMALL);
  }

  @Test
  void smallAnswersThatNobodyTakesAreBoundedToo() {
    for (int i = 0; i < 100; i++) {
      budget.holdUntaken(SMALL, () -> givenUp.add("answer"));
    }
    assertThat(budget.heldBytes()).isEqualTo(MAX);
    assertThat(givenUp).hasSize(36);
    assertThat(budget.take(1)).as("they are young").isFalse();
    waitLong();
    assertThat(budget.take(1)).isTrue();
    assertThat(givenUp).hasSize(37);
  }

  @Test
  void strangersBodiesHaveLittleRoomUntilTheyAreAdmitted() {
    List<Intake> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Intake request = request(false);
      assertThat(request.append(bytes(SMALL))).isEqualTo(Taken.WHOLLY);
      assertThat(request.append(bytes(1))).isEqualTo(Taken.NOT_ADMITTED);
      requests.add(request);
    }
    Intake late = request(false);
    assertThat(late.append(bytes(1))).as("their share is used up").isEqualTo(Taken.NOT_ADMITTED);
    assertThat(request(true).append(bytes(1))).isEqualTo(Taken.WHOLLY);
    late.admit();
    assertThat(late.append(bytes(3 * SMALL))).isEqualTo(Taken.WHOLLY);
    requests.getFirst().admit();
    assertThat(request(false).append(bytes(SMALL))).isEqualTo(Taken.WHOLLY);
  }

  @Test
  void bodiesOfAllRequestsTogetherAreBounded() {
    Intake first = request(true);
    Intake second = request(true);
    first.admit();
    second.admit();
    assertThat(first.append(bytes(30 * SMALL))).isEqualTo(Taken.WHOLLY);
    assertThat(second.append(bytes(10 * SMALL))).isEqualTo(Taken.WHOLLY);
    assertThat(second.append(bytes(10 * SMALL))).isEqualTo(Taken.NO_ROOM);
    waitLong();
    assertThat(second.append(bytes(10 * SMALL))).isEqualTo(Taken.WHOLLY);
    assertThat(givenUp).containsExactly("body");
    first.discard();
    assertThat(second.content()).hasSize(20 * SMALL);
    second.discard();
    assertThat(budget.heldBytes()).isZero();
  }
}
