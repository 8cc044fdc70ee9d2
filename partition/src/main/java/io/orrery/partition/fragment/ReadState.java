// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.container.Counters;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.HashRange;
import java.util.ArrayList;
import java.util.List;

/// One state of a partition that can be read for a while, as far as planning needs to know it.
///
/// @param lease names the state until it is closed, or was left alone for too long
/// @param range that the partition serves
/// @param policies of which each still covers items: an index can be relied on if all have it
/// @param termBytesMax how much of a value index terms hold
public record ReadState(
    long lease,
    HashRange range,
    long lsn,
    Counters counters,
    List<IndexingPolicy> policies,
    int termBytesMax) {
  public ReadState {
    policies = List.copyOf(policies);
  }

  public void write(ByteWriter out) {
    out.writeLong(lease).writeBlock(range.min().bytes()).writeBlock(range.max().bytes());
    counters.write(out.writeVarint(lsn));
    out.writeVarint(policies.size());
    policies.forEach(policy -> policy.write(out));
    out.writeVarint(termBytesMax);
  }

  public static ReadState read(ByteReader in) {
    long lease = in.readLong();
    HashRange range = ItemScope.readRange(in);
    long lsn = in.readVarint();
    Counters counters = Counters.read(in);
    List<IndexingPolicy> policies = new ArrayList<>();
    for (int left = in.readLength(); left > 0; left--) {
      policies.add(IndexingPolicy.read(in));
    }
    return new ReadState(lease, range, lsn, counters, policies, in.readLength());
  }
}
