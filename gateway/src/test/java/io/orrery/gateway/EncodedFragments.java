// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.partition.fragment.Estimate;
import io.orrery.partition.fragment.Fragment;
import io.orrery.partition.fragment.FragmentCodec;
import io.orrery.partition.fragment.FragmentContext;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentPageCodec;
import io.orrery.partition.fragment.FragmentReads;
import io.orrery.partition.fragment.ReadState;

/// Sends everything that goes in and out as bytes, as if the partition were elsewhere.
record EncodedFragments(FragmentReads elsewhere) implements FragmentReads {

  @Override
  public ReadState open(long nowMillis) {
    ByteWriter out = new ByteWriter();
    elsewhere.open(nowMillis).write(out);
    return ReadState.read(new ByteReader(out.toByteArray()));
  }

  @Override
  public long estimate(long lease, Estimate question, FragmentContext context) {
    byte[] sent = FragmentCodec.write(question);
    return elsewhere.estimate(lease, FragmentCodec.readEstimate(sent), context);
  }

  @Override
  public FragmentPage page(long lease, Fragment fragment, FragmentContext context) {
    Fragment received = FragmentCodec.readFragment(FragmentCodec.write(fragment));
    byte[] answer =
        new FragmentPageCodec(received.plan()).write(elsewhere.page(lease, received, context));
    return new FragmentPageCodec(fragment.plan()).read(answer);
  }

  @Override
  public void close(long lease) {
    elsewhere.close(lease);
  }
}
