// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.throughput.RequestCharge;
import io.orrery.partition.throughput.TokenBucket;

/// Keeps a partition from serving more than was provisioned. Several partitions may share a bucket.
public final class Throttle {
  private final boolean enforced;
  private volatile TokenBucket bucket;

  /// @param enforced otherwise everybody is let in, and only told what it cost
  public Throttle(TokenBucket bucket, boolean enforced) {
    this.bucket = bucket;
    this.enforced = enforced;
  }

  public TokenBucket bucket() {
    return bucket;
  }

  /// Takes request units from another bucket from now on.
  public void provision(TokenBucket next) {
    bucket = next;
  }

  /// Fails with TOO_MANY_REQUESTS, and how long to wait, if the partition has spent its share.
  void admit(long nanos) {
    if (!enforced) {
      return;
    }
    long waitMillis = bucket.admit(nanos);
    if (waitMillis > 0) {
      throw OrreryException.retryAfter(
          ErrorCode.TOO_MANY_REQUESTS,
          "The request rate is too large: the partition has used its request units.",
          waitMillis);
    }
  }

  void spend(RequestCharge charge) {
    if (enforced) {
      bucket.spend(charge);
    }
  }
}
