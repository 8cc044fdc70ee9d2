// SPDX-License-Identifier: Apache-2.0
package io.orrery.server;

import io.orrery.control.ControlPlane;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.KeySizeSampling;
import io.orrery.gateway.observe.Observatory;
import io.orrery.model.SystemTime;
import java.time.InstantSource;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at the clock for the observatory: every second at the partitions, every minute at all
/// else. On a thread of its own, since it must not wait for requests; and on another one every few
/// minutes at the largest keys, which may take longer than a second.
final class Observation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Observation.class);
  private static final int TIDY_TICKS = 60;
  private static final int SAMPLE_MINUTES = 5;

  private final ControlPlane plane;
  private final Gateway gateway;
  private final Observatory observatory;
  private final InstantSource clock;
  private final ScheduledThreadPoolExecutor ticker =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("observation").daemon().factory());
  private final ScheduledThreadPoolExecutor sampler =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("key-sizes").daemon().factory());
  private final KeySizeSampling sampling;
  private long ticks;

  Observation(ControlPlane plane, Gateway gateway, Observatory observatory, InstantSource clock) {
    this.plane = plane;
    this.gateway = gateway;
    this.observatory = observatory;
    this.clock = clock;
    this.sampling = new KeySizeSampling(gateway, observatory.keySizes(), clock, SystemTime.TICKER);
    var _ = ticker.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.SECONDS);
    var _ =
        sampler.scheduleWithFixedDelay(
            this::sample, SAMPLE_MINUTES, SAMPLE_MINUTES, TimeUnit.MINUTES);
  }

  /// A failure must not end the ticking, and is told once a second at most.
  private void tick() {
    try {
      observatory.tick(gateway.readings(), clock.millis());
      if (ticks++ % TIDY_TICKS == 0) {
        observatory.tidy(number -> plane.findContainer(number).isPresent(), clock.millis());
      }
    } catch (RuntimeException e) {
      LOG.warn("What partitions have done could not be read; the next second tries again", e);
    }
  }

  private void sample() {
    try {
      sampling.sample();
    } catch (RuntimeException e) {
      LOG.warn("The sizes of keys could not be read; tried again in some minutes", e);
    }
  }

  /// What is being read needs the store, which is closed next.
  @Override
  public void close() {
    ticker.shutdown();
    sampler.shutdownNow();
    try {
      if (!ticker.awaitTermination(1, TimeUnit.SECONDS)
          || !sampler.awaitTermination(1, TimeUnit.SECONDS)) {
        LOG.warn("The reading of partitions did not end in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
