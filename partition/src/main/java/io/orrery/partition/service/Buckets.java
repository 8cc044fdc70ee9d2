// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.throughput.TokenBucket;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The buckets of all partitions of a process: those that have one for themselves, and those that
/// several share.
public final class Buckets {
  private final LongSupplier nanos;
  private final boolean enforced;

  private final ReentrantLock lock = new ReentrantLock();

  /// As long as a partition takes from one. Guarded by lock.
  private final Map<Provision.Share.Of, WeakReference<TokenBucket>> shared = new LinkedHashMap<>();

  /// @param enforced otherwise everybody is let in, and only told what it cost
  public Buckets(LongSupplier nanos, boolean enforced) {
    this.nanos = nanos;
    this.enforced = enforced;
  }

  public Throttle throttle(Provision provision) {
    return new Throttle(this, provision, enforced);
  }

  /// The steady clock by which they fill.
  public LongSupplier ticker() {
    return nanos;
  }

  long nanos() {
    return nanos.getAsLong();
  }

  /// The bucket to take from.
  ///
  /// @param old the one so far
  TokenBucket provide(Provision provision, @Nullable TokenBucket old, boolean oldIsOwn) {
    return switch (provision.share()) {
      case Provision.Share.Own _ ->
          old != null && oldIsOwn
              ? withRate(old, provision.unitsPerSecond())
              : newBucket(provision.unitsPerSecond());
      case Provision.Share.Of share -> shared(share, provision.unitsPerSecond());
    };
  }

  private TokenBucket shared(Provision.Share.Of share, long unitsPerSecond) {
    lock.lock();
    try {
      shared.values().removeIf(bucket -> bucket.get() == null);
      WeakReference<TokenBucket> known = shared.get(share);
      TokenBucket bucket = known == null ? null : known.get();
      if (bucket != null) {
        return withRate(bucket, unitsPerSecond);
      }
      TokenBucket fresh = newBucket(unitsPerSecond);
      shared.put(share, new WeakReference<>(fresh));
      return fresh;
    } finally {
      lock.unlock();
    }
  }

  private TokenBucket newBucket(long unitsPerSecond) {
    return new TokenBucket(unitsPerSecond, nanos());
  }

  private TokenBucket withRate(TokenBucket bucket, long unitsPerSecond) {
    bucket.setRate(unitsPerSecond, nanos());
    return bucket;
  }
}
