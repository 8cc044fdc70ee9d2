// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingNameTest {
  @Test
  void spellingsFollowFromTheName() {
    var name = new SettingName("limits.logicalPartitionBytes");
    assertThat(name.flag()).isEqualTo("--limits.logical-partition-bytes");
    assertThat(name.variable()).isEqualTo("ORRERY_LIMITS_LOGICAL_PARTITION_BYTES");
    assertThat(SettingName.ofFileKey("logical-partition-bytes").text())
        .isEqualTo("logicalPartitionBytes");
  }

  @Test
  void noTwoSettingsShareASpelling() {
    List<Setting<?>> all = KnownSettings.all();
    assertThat(all).extracting(Setting::flag).doesNotHaveDuplicates();
    assertThat(all).extracting(Setting::variable).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "512KB,524288", "2MB,2097152", "20GB,21474836480", "1TB,1099511627776"})
  void sizesAreBinary(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    assertThat(ByteSize.format(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"2 mb,2097152", "2MiB,2097152", "2m,2097152", "10B,10", "1025,1025"})
  void sizesAreWrittenInManyWays(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @Test
  void nearestNameTakesTheFewestChanges() {
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.among(List.of("serve", "doctor", "config"), "srve")).isEqualTo("serve");
  }
}
