// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.protocol.EntityTag;
import io.orrery.model.container.ItemVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemTagTest {
  @Test
  void tagLeadsBackToItsVersion() {
    for (ItemVersion version :
        List.of(
            new ItemVersion(0, 0),
            new ItemVersion(17, 3),
            new ItemVersion(0x123456789ABCDEFL, ItemVersion.INDEX_MAX))) {
      EntityTag tag = ItemTag.of(version, 42);
      assertThat(tag.text()).matches("\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"");
      assertThat(ItemTag.version(tag, 42)).isEqualTo(version);
      assertThat(ItemTag.version(tag, 43)).isEqualTo(ItemTag.NEVER);
    }
  }

  @Test
  void foreignTagsMatchNothing() {
    String text = ItemTag.text(new ItemVersion(17, 3), 42);
    for (String foreign :
        List.of("", "\"\"", "\"x\"", text.replace('1', 'g'), text.replace("-", ""), text + " ")) {
      assertThat(ItemTag.version(new EntityTag(foreign), 42)).isEqualTo(ItemTag.NEVER);
    }
  }
}
