// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.transport;

import io.orrery.control.catalog.Catalog;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.host.PartitionHost;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/// Carries messages between whoever asks and whoever answers in one process, as if they were on
/// different machines. How late, and who is not at home, is drawn from a seed.
///
/// Each message has a thread of its own, so those that do not wait for each other overtake each
/// other.
public final class ImaginaryNetwork {

  /// How bad it is.
  ///
  /// @param lateOneIn of so many messages one is late
  /// @param lateNanosMax by so much at most
  /// @param refusedOneIn of so many requests one is not carried out, since it came to the wrong one
  public record Weather(int lateOneIn, long lateNanosMax, int refusedOneIn) {
    public static final Weather ROUGH = new Weather(4, 1_000_000, 25);
  }

  /// What became of a request.
  enum Fate {
    DELIVERED,
    MOVED,
    NOT_LEADER
  }

  private static final String SEED = "orrery.transport.seed";

  private final Weather weather;
  private final ReentrantLock lock = new ReentrantLock();
  private final Random random; // guarded by lock

  public ImaginaryNetwork(long seed, Weather weather) {
    this.random = new Random(seed);
    this.weather = weather;
  }

  /// The network over which all tests of this run go, if the system property
  /// `orrery.transport.seed` says so.
  public static Optional<ImaginaryNetwork> ofThisRun() {
    Long seed = Long.getLong(SEED);
    return seed == null ? Optional.empty() : Optional.of(new ImaginaryNetwork(seed, Weather.ROUGH));
  }

  /// The catalog, as seen from afar.
  public Catalog catalog(Catalog near) {
    return new FarCatalog(near, this);
  }

  /// The host, as seen from afar; so are all its partitions.
  public PartitionHost host(PartitionHost near) {
    return new FarHost(near, this);
  }

  Fate fate() {
    lock.lock();
    try {
      if (random.nextInt(weather.refusedOneIn()) > 0) {
        return Fate.DELIVERED;
      }
      return random.nextBoolean() ? Fate.MOVED : Fate.NOT_LEADER;
    } finally {
      lock.unlock();
    }
  }

  private long delayNanos() {
    lock.lock();
    try {
      return random.nextInt(weather.lateOneIn()) == 0 ? random.nextLong(weather.lateNanosMax()) : 0;
    } finally {
      lock.unlock();
    }
  }

  private void travel() {
    long nanos = delayNanos();
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  /// Hands bytes over, and waits for those that come back.
  ///
  /// @param far reads the bytes; whatever it knows besides, a machine far away knows
  /// @param giveUp what to tell the other side if whoever waits here is interrupted; it is waited
  ///   for all the same, for only then is it known what became of the request
  byte[] exchange(byte[] message, UnaryOperator<byte[]> far, Runnable giveUp) {
    CompletableFuture<byte[]> reply = new CompletableFuture<>();
    byte[] sent = message.clone();
    Thread.ofVirtual()
        .name("far away")
        .start(
            () -> {
              try {
                travel();
                byte[] answered = far.apply(sent);
                travel();
                reply.complete(answered);
              } catch (RuntimeException | Error e) {
                reply.completeExceptionally(e);
              }
            });
    return await(reply, giveUp);
  }

  /// Hands something over that nobody answers.
  void send(Runnable far) {
    Thread.ofVirtual()
        .name("far away")
        .start(
            () -> {
              travel();
              far.run();
            });
  }

  private static byte[] await(Future<byte[]> reply, Runnable giveUp) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return reply.get();
        } catch (InterruptedException _) {
          interrupted = true;
          giveUp.run();
        } catch (ExecutionException e) {
          throw new IllegalStateException("nobody answered", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// What is told of a failure: those that should not be are told as what they are, a bug.
  static OrreryException told(Throwable failure) {
    return failure instanceof OrreryException known
        ? known
        : new OrreryException(ErrorCode.INTERNAL, failure.toString(), failure);
  }
}
