// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacKeyTest {
  private static final long SEED = 20_261_115;

  @Test
  void signsAsTheJdkDoes() throws Exception {
    Random random = new Random(SEED);
    Mac mac = Mac.getInstance("HmacSHA256");
    for (int i = 0; i < 500; i++) {
      byte[] key = new byte[1 + random.nextInt(130)];
      byte[] text = new byte[random.nextInt(300)];
      random.nextBytes(key);
      random.nextBytes(text);
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] expected = mac.doFinal(text);
      HmacKey ours = new HmacKey(key);
      assertThat(ours.sign(text)).as("seed %d, round %d", SEED, i).isEqualTo(expected);
      assertThat(ours.verify(text, expected)).isTrue();
      expected[random.nextInt(expected.length)]++;
      assertThat(ours.verify(text, expected)).isFalse();
    }
  }
}
