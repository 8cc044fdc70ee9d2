// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Limits;
import io.orrery.model.container.Api;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiPropertyStoreTest {
  private final StoresBed bed = new StoresBed(Limits.DEFAULT);
  private ApiPropertyStore properties = new ApiPropertyStore(bed.plane().catalog(), Api.TABLE);

  private String content() {
    return new String(properties.content(), StandardCharsets.UTF_8);
  }

  private static byte[] appended(byte[] old, String more) {
    return (new String(old, StandardCharsets.UTF_8) + more).getBytes(StandardCharsets.UTF_8);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  @Test
  void propertiesOfEachApiSurviveARestart() {
    assertThat(content()).isEmpty();
    long first = properties.revision();
    properties.change(old -> appended(old, "one"));
    properties.change(old -> appended(old, " two"));
    bed.restart();
    properties = new ApiPropertyStore(bed.plane().catalog(), Api.TABLE);
    assertThat(content()).isEqualTo("one two");
    assertThat(properties.revision()).isGreaterThan(first);
    assertThat(new ApiPropertyStore(bed.plane().catalog(), Api.MONGO).content()).isEmpty();
  }

  @Test
  void nobodyOverwritesWhatTheyHaveNotSeen() {
    boolean[] disturbed = {false};
    properties.change(
        old -> {
          if (!disturbed[0]) {
            disturbed[0] = true;
            properties.change(before -> appended(before, "meanwhile"));
          }
          return appended(old, " and then");
        });
    assertThat(content()).isEqualTo("meanwhile and then");
  }

  @Test
  void aChangeThatFailsChangesNothing() {
    properties.change(old -> appended(old, "kept"));
    assertThatThrownBy(
            () ->
                properties.change(
                    _ -> {
                      throw new IllegalArgumentException("no");
                    }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(content()).isEqualTo("kept");
  }
}
