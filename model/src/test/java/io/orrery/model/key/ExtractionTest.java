// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The partition key found in a stored item.
class ExtractionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"pk\":\"a\"}                      | /pk                | [\"a\"]",
        "{\"x\":{\"pk\":1},\"pk\":\"b\"}     | /pk                | [\"b\"]",
        "{\"pk\":1.5}                        | /pk                | [1.5]",
        "{\"pk\":null}                       | /pk                | [null]",
        "{\"pk\":false}                      | /pk                | [false]",
        "{\"pk\":{}}                         | /pk                | [{}]",
        "{\"pk\":[\"a\"]}                    | /pk                | [{}]",
        "{\"other\":1}                       | /pk                | [{}]",
        "{}                                  | /pk                | [{}]",
        "{\"a\":{\"b\":{\"c\":7}}}           | /a/b/c             | [7]",
        "{\"a\":{\"b\":7}}                   | /a/b/c             | [{}]",
        "{\"a\":[{\"b\":7}]}                 | /a/b               | [{}]",
        "{\"a\":{\"x\":1},\"b\":7}           | /a/b               | [{}]",
        "{\"a/b\":1,\"Department name\":\"d\"} | /\"Department name\" | [\"d\"]",
        "{\"größe\":3}                       | /größe             | [3]",
        "[1,2]                               | /pk                | [{}]",
        "\"text\"                            | /pk                | [{}]"
      })
  void onePathIsFollowed(String item, String path, String key) {
    assertThat(PartitionKeyDefinition.hash(path).extract(stored(item))).hasToString(key);
  }

  @Test
  void severalPathsAreFollowedInTheirOrder() {
    var definition = PartitionKeyDefinition.multiHash("/user/id", "/tenant", "/user/name");
    byte[] item = stored("{\"tenant\":\"t\",\"user\":{\"name\":\"n\",\"id\":4},\"x\":[]}");
    assertThat(definition.extract(item)).hasToString("[4,\"t\",\"n\"]");
    assertThat(definition.extract(stored("{\"user\":{\"name\":\"n\"}}")))
        .isEqualTo(
            PartitionKey.of(
                Value.Undefined.UNDEFINED, Value.Undefined.UNDEFINED, new Value.Text("n")));
  }

  @Test
  void withoutPartitionKeyThereIsNothingToFind() {
    assertThat(PartitionKeyDefinition.NONE.extract(stored("{\"pk\":1}")))
        .isEqualTo(PartitionKey.NONE);
  }

  @Test
  void damagedItemsAreRefused() {
    long seed = 77;
    Random random = new Random(seed);
    var definition = PartitionKeyDefinition.multiHash("/user/id", "/tenant", "/user/name");
    byte[] item = stored("{\"tenant\":\"t\",\"user\":{\"name\":\"n\",\"id\":4},\"x\":[1,2]}");
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = item.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      try {
        assertThat(definition.extract(damaged).size()).isEqualTo(3);
      } catch (OrreryException refusal) {
        assertThat(refusal.code()).as("seed %d", seed).isEqualTo(ErrorCode.CORRUPTED);
      }
    }
  }

  private static byte[] stored(String json) {
    return StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8));
  }
}
