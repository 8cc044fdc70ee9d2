// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.gateway.SessionToken;
import io.orrery.model.OrreryException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTest {
  @Test
  void readsTheFormsThatClientsSend() {
    assertThat(Session.parse("0:-1#17")).isEqualTo(SessionToken.of(0, 17));
    assertThat(Session.parse("3:17")).isEqualTo(SessionToken.of(3, 17));
    assertThat(Session.parse("0:-1#17,1:-1#5#2=4"))
        .isEqualTo(SessionToken.of(0, 17).merge(SessionToken.of(1, 5)));
  }

  @Test
  void emptyEntriesSayNothing() {
    assertThat(Session.parse("0:-1#17,")).isEqualTo(SessionToken.of(0, 17));
    assertThat(Session.parse(",")).isEqualTo(SessionToken.NONE);
  }

  @Test
  void higherVersionIsOutOfReach() {
    assertThat(Session.parse("0:1#17#4=17").required(0, List.of())).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "0:", ":-1#4", "0:-1#", "0:-1#x", "0:-1#-5"})
  void refusesWhatIsNoToken(String text) {
    assertThatThrownBy(() -> Session.parse(text)).isInstanceOf(OrreryException.class);
  }
}
