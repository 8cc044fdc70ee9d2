// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.OrreryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {
  @Test
  void decodesWhatIsEncodedAndNothingElse() {
    assertThat(PercentEncoding.decode("plain+text")).isEqualTo("plain+text");
    assertThat(PercentEncoding.decode("type%3dmaster%26sig%3D%2b")).isEqualTo("type=master&sig=+");
    assertThat(PercentEncoding.decode("a%25b%20")).isEqualTo("a%b ");
    assertThat(PercentEncoding.decode("%C3%A4%F0%9F%98%80")).isEqualTo("\u00e4\ud83d\ude00");
    assertThat(PercentEncoding.decode("\ud83d\ude00\u00e4%41")).isEqualTo("\ud83d\ude00\u00e4A");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "a%4", "%G0", "%0x", "%\u00e4", "%C3", "%ED%A0%80", "%80"})
  void refusesWhatIsNotEncodedProperly(String text) {
    assertThatThrownBy(() -> PercentEncoding.decode(text)).isInstanceOf(OrreryException.class);
  }
}
