// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class SessionTest {

  @Test
  void textFormIsReadBack() {
    SessionToken token = SessionToken.parse("7:12,0:3,7:9");
    assertThat(token).hasToString("0:3,7:12").isEqualTo(SessionToken.parse("0:3,7:12"));
    assertThat(SessionToken.parse("")).isEqualTo(SessionToken.NONE);
    assertThat(token.merge(SessionToken.parse("7:20,8:1"))).hasToString("0:3,7:20,8:1");
    assertThat(SessionToken.NONE.merge(token)).isEqualTo(token);
    assertThat(token.merge(SessionToken.NONE)).isEqualTo(token);
  }

  @Test
  void hostileTextIsRefused() {
    for (String text :
        List.of(
            ",",
            ":",
            "1",
            "1:",
            ":1",
            "1:2,",
            "-1:2",
            "1:-2",
            "1:+2",
            " 1:2",
            "a:b",
            "1:2:3",
            "2147483648:1",
            "1:9223372036854775808",
            "1:" + "9".repeat(100),
            "1:٣",
            "1:1,".repeat(1 << 19))) {
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> SessionToken.parse(text));
    }
  }

  @Test
  void parentCountsForItsChildren() {
    SessionToken token = SessionToken.parse("1:50,3:20");
    assertThat(token.required(1, List.of())).isEqualTo(50);
    assertThat(token.required(3, List.of(0, 1))).isEqualTo(50);
    assertThat(token.required(4, List.of(0))).isZero();
  }

  @Test
  void requestForOnePartitionDoesNotGoToItsChildren() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      ItemKey first = Bed.key(container, "a", "1");
      ItemKey second = Bed.key(container, "b", "1");
      RequestContext request = bed.request();
      request.pinTo(0);
      bed.gateway().create(container, first, Bed.json("{}"), request);
      bed.splitAll(container);
      assertFails(
          ErrorCode.RANGE_GONE,
          () -> bed.gateway().create(container, second, Bed.json("{}"), request));
      assertFails(ErrorCode.RANGE_GONE, () -> bed.gateway().read(container, first, request));
      assertFails(
          ErrorCode.RANGE_GONE,
          () -> bed.gateway().scanItems(container, Scope.ALL, PageRequest.first(9), request));
      assertThat(request.session().toString()).startsWith("0:").doesNotContain(",");
    }
  }

  @Test
  void requestToOnePartitionMayBeFinishedByItsChildren() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      RequestContext request = bed.request();
      bed.gateway().answerFor(container, 0, request);
      bed.gateway().create(container, Bed.key(container, "a", "1"), Bed.json("{}"), request);
      SessionToken before = request.session();
      bed.splitAll(container);
      bed.gateway().create(container, Bed.key(container, "a", "2"), Bed.json("{}"), request);
      bed.gateway().create(container, Bed.key(container, "b", "1"), Bed.json("{}"), request);
      assertThat(request.session()).isEqualTo(before).hasToString("0:2");
    }
  }

  @Test
  void futureStateIsNotAvailableAndThePresentIs() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      ItemKey key = Bed.key(container, "a", "1");
      Gateway gateway = bed.gateway();
      SessionToken seen = gateway.create(container, key, Bed.json("{}"), bed.request()).session();
      assertThat(seen).hasToString("0:2");
      assertThat(gateway.find(container, key, bed.request(seen)).session()).isEqualTo(seen);
      SessionToken future = SessionToken.of(0, 3);
      PageRequest first = PageRequest.first(1);
      assertFails(
          ErrorCode.SESSION_NOT_AVAILABLE, () -> gateway.find(container, key, bed.request(future)));
      assertFails(
          ErrorCode.SESSION_NOT_AVAILABLE,
          () -> gateway.scanItems(container, Scope.ALL, first, bed.request(future)));
      gateway.find(container, key, bed.request(SessionToken.of(9, 1000)));
    }
  }

  @Test
  void readWaitsForWhatTheSessionHasSeen() throws Exception {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      ItemKey key = Bed.key(container, "a", "1");
      SessionToken soon = SessionToken.of(0, 2);
      Thread writer =
          Thread.ofVirtual()
              .start(() -> bed.gateway().create(container, key, Bed.json("{}"), bed.request()));
      assertThat(bed.gateway().find(container, key, bed.request(soon)).item()).isPresent();
      writer.join();
    }
  }

  @Test
  void sessionHoldsAcrossASplit() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      Gateway gateway = bed.gateway();
      SessionToken seen = SessionToken.NONE;
      for (int i = 0; i < 10; i++) {
        ItemKey key = Bed.key(container, "k" + i, "1");
        seen = seen.merge(gateway.create(container, key, Bed.json("{}"), bed.request()).session());
      }
      bed.splitAll(container);
      for (int i = 0; i < 10; i++) {
        ReadResult read =
            gateway.read(container, Bed.key(container, "k" + i, "1"), bed.request(seen));
        assertThat(read.session().toString()).matches("[12]:11");
      }
      ItemKey key = Bed.key(container, "k0", "1");
      assertFails(
          ErrorCode.SESSION_NOT_AVAILABLE,
          () -> gateway.read(container, key, bed.request(SessionToken.of(0, 12))));
    }
  }

  @Test
  void waitingForASessionEndsWithTheRequest() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      RequestContext context = bed.request(SessionToken.of(0, 5));
      bed.time.pass(Duration.ofSeconds(5));
      assertFails(
          ErrorCode.DEADLINE_EXCEEDED,
          () -> bed.gateway().find(container, Bed.key(container, "a", "1"), context));
    }
  }

  @Test
  void givingUpReachesThePartition() throws Exception {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      RequestContext context = bed.request(SessionToken.of(0, 5));
      ItemKey key = Bed.key(container, "a", "1");
      var read = new FutureTask<>(() -> bed.gateway().find(container, key, context));
      Thread reader = Thread.ofVirtual().start(read);
      while (reader.getState() != Thread.State.TIMED_WAITING && !read.isDone()) {
        Thread.onSpinWait();
      }
      context.cancel();
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(read::get)
          .havingCause()
          .isInstanceOfSatisfying(
              OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }
}
