// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.AccessPathCodec;
import io.orrery.plan.expression.ExpressionCodec;
import io.orrery.plan.expression.PlanExpression;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlanCodecTest {

  private static byte[] bytes(Plan plan) {
    return PlanCodec.write(new ByteWriter(), plan).toByteArray();
  }

  @Test
  void plansAreReadAsTheyWereWritten() {
    RandomPlans plans = new RandomPlans(new Random(1));
    for (int i = 0; i < 5_000; i++) {
      Plan plan = plans.plan();
      ByteReader in = new ByteReader(bytes(plan));
      assertThat(PlanCodec.read(in)).isEqualTo(plan);
      in.requireEnd();
    }
  }

  @Test
  void accessPathsAreReadAsTheyWereWrittenAndToldApartByFingerprint() {
    RandomPlans plans = new RandomPlans(new Random(2));
    Map<Integer, AccessPath> byFingerprint = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      AccessPath path = plans.accessPath();
      ByteReader in = new ByteReader(AccessPathCodec.write(new ByteWriter(), path).toByteArray());
      assertThat(AccessPathCodec.read(in)).isEqualTo(path);
      in.requireEnd();
      AccessPath same = byFingerprint.putIfAbsent(path.fingerprint(), path);
      assertThat(same == null ? path : same).isEqualTo(path);
    }
    assertThat(byFingerprint).hasSizeGreaterThan(100);
  }

  @Test
  void whateverElseIsReadEndsInAnError() {
    Random random = new Random(3);
    RandomPlans plans = new RandomPlans(random);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(plans.plan());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      byte[] damaged = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
      try {
        PlanCodec.read(new ByteReader(damaged));
      } catch (OrreryException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(10_000);
  }

  @Test
  void whatNestsTooDeepIsRefused() {
    PlanExpression deep = new PlanExpression.GroupKey(0);
    for (int i = 0; i < 600; i++) {
      deep = new PlanExpression.Not(deep);
    }
    ByteWriter out = new ByteWriter();
    ExpressionCodec.write(out, deep);
    assertThatThrownBy(() -> ExpressionCodec.read(new ByteReader(out.toByteArray())))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("too deep");
  }
}
