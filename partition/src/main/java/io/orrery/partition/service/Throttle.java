// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.throughput.RequestCharge;
import io.orrery.partition.throughput.TokenBucket;

/// Keeps a partition from serving more than was provisioned.
public final class Throttle {

  private record Source(TokenBucket bucket, boolean own) {}

  private final Buckets buckets;
  private final boolean enforced;
  private volatile Source source;

  Throttle(Buckets buckets, Provision provision, boolean enforced) {
    this.buckets = buckets;
    this.enforced = enforced;
    this.source = new Source(buckets.provide(provision, null, false), isOwn(provision));
  }

  /// Takes request units from another bucket, or from one that fills at another rate, from now on.
  void provision(Provision provision) {
    Source old = source;
    source = new Source(buckets.provide(provision, old.bucket(), old.own()), isOwn(provision));
  }

  private static boolean isOwn(Provision provision) {
    return provision.share() instanceof Provision.Share.Own;
  }

  TokenBucket bucket() {
    return source.bucket();
  }

  /// Fails with TOO_MANY_REQUESTS, and how long to wait, if the partition has spent its share.
  void admit() {
    if (!enforced) {
      return;
    }
    long waitMillis = source.bucket().admit(buckets.nanos());
    if (waitMillis > 0) {
      throw OrreryException.retryAfter(
          ErrorCode.TOO_MANY_REQUESTS,
          "The request rate is too large: the partition has used its request units.",
          waitMillis);
    }
  }

  void spend(RequestCharge charge) {
    if (enforced) {
      source.bucket().spend(charge);
    }
  }
}
