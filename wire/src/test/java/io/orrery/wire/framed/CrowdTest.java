// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import static io.orrery.wire.framed.EchoDoor.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Decent and rude clients at once, with too little room for all: the decent are served, and of
/// nobody is anything left ([EchoPort#close]).
class CrowdTest {
  private static final int CROWDS = 8;
  private static final int CLIENTS = 25;
  private static final int BUDGET = 2 << 20;

  private final AtomicInteger served = new AtomicInteger();

  @Test
  void crowdLeavesNothingBehind() throws Exception {
    long seed = System.nanoTime();
    try (EchoPort port =
        new EchoPort(
            new Encryption.Never(),
            Waiting.atMost(Duration.ofSeconds(2), Waiting.For.values()),
            4,
            new TrafficBudget(BUDGET, SystemTime.TICKER))) {
      try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < CROWDS; i++) {
          Random random = new Random(seed + i);
          var _ =
              crowd.submit(
                  () -> {
                    for (int j = 0; j < CLIENTS; j++) {
                      visit(port, random);
                    }
                    return null;
                  });
        }
      }
      assertThat(served).as("seed %d", seed).hasPositiveValue();
      assertThat(port.budget.heldBytes()).isLessThanOrEqualTo(BUDGET);
    }
  }

  private void visit(EchoPort port, Random random) throws IOException {
    try (RawClient client =
        random.nextBoolean() ? port.connect() : RawClient.withSmallWindow(port.number())) {
      if (random.nextBoolean()) {
        client.sendAsMuchAsIsTaken(frame("known"));
      }
      switch (random.nextInt(6)) {
        case 0 -> client.sendAsMuchAsIsTaken(frame("x".repeat(random.nextInt(400_000))));
        case 1 -> client.sendAsMuchAsIsTaken(frame("large " + random.nextInt(1_000_000)));
        case 2 -> client.sendAsMuchAsIsTaken(frame("wait"));
        case 3 -> {
          byte[] whole = frame("x".repeat(50_000));
          client.sendAsMuchAsIsTaken(Arrays.copyOf(whole, random.nextInt(whole.length)));
        }
        case 4 -> {
          byte[] noise = new byte[random.nextInt(100)];
          random.nextBytes(noise);
          client.sendAsMuchAsIsTaken(noise);
        }
        default -> {
          client.sendAsMuchAsIsTaken(frame("decent"));
          if (client.readUntil("decent").endsWith("decent")) {
            served.incrementAndGet();
          }
        }
      }
    }
  }
}
