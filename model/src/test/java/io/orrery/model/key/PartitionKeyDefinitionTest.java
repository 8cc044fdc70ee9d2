// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.PartitionKeyDefinition.Kind;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class PartitionKeyDefinitionTest {
  static final List<PartitionKeyDefinition> VALID =
      List.of(
          PartitionKeyDefinition.hash("/pk", 1),
          PartitionKeyDefinition.hash("/properties/name"),
          PartitionKeyDefinition.hash("/\"Department name\""),
          PartitionKeyDefinition.multiHash("/tenant"),
          PartitionKeyDefinition.multiHash("/tenant", "/user", "/session/id"),
          PartitionKeyDefinition.token("a", "a/b", "C d", "größe"),
          PartitionKeyDefinition.NONE);

  @ParameterizedTest
  @FieldSource("VALID")
  void definitionsAreWrittenAndReadBack(PartitionKeyDefinition definition) {
    ByteReader in = new ByteReader(bytes(definition));
    assertThat(PartitionKeyDefinition.read(in)).isEqualTo(definition);
    in.requireEnd();
  }

  /// These bytes are on disks: if this test fails, the format needs a new number.
  @Test
  void theStoredFormatStaysAsItIs() {
    assertThat(hex(PartitionKeyDefinition.hash("/pk", 1))).isEqualTo("01010101" + "032f706b");
    assertThat(hex(PartitionKeyDefinition.hash("/pk", 2))).isEqualTo("01010201" + "032f706b");
    assertThat(hex(PartitionKeyDefinition.multiHash("/a", "/b")))
        .isEqualTo("01020202" + "022f61" + "022f62");
    assertThat(hex(PartitionKeyDefinition.token("a"))).isEqualTo("01030101" + "022f61");
    assertThat(hex(PartitionKeyDefinition.NONE)).isEqualTo("01040200");
  }

  private static String hex(PartitionKeyDefinition definition) {
    return HexFormat.of().formatHex(bytes(definition));
  }

  @ParameterizedTest
  @MethodSource
  void otherDefinitionsAreRefused(List<String> paths, Kind kind, int version, String reason) {
    List<PropertyPath> parsed = paths.stream().map(PropertyPath::parse).toList();
    assertThatThrownBy(() -> new PartitionKeyDefinition(parsed, kind, version))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }

  static Stream<Arguments> otherDefinitionsAreRefused() {
    return Stream.of(
        Arguments.of(List.of(), Kind.HASH, 2, "exactly one path"),
        Arguments.of(List.of("/a", "/b"), Kind.HASH, 2, "exactly one path"),
        Arguments.of(List.of("/a"), Kind.HASH, 0, "versions 1 and 2"),
        Arguments.of(List.of("/a"), Kind.HASH, 3, "versions 1 and 2"),
        Arguments.of(List.of(), Kind.MULTI_HASH, 2, "one to 3 paths"),
        Arguments.of(List.of("/a", "/b", "/c", "/d"), Kind.MULTI_HASH, 2, "one to 3 paths"),
        Arguments.of(List.of("/a"), Kind.MULTI_HASH, 1, "version 2 only"),
        Arguments.of(List.of("/a", "/\"a\""), Kind.MULTI_HASH, 2, "given twice"),
        Arguments.of(List.of(), Kind.TOKEN, 1, "at least one"),
        Arguments.of(List.of("/a"), Kind.TOKEN, 2, "version 1 only"),
        Arguments.of(List.of("/a"), Kind.NONE, 2, "no paths"),
        Arguments.of(List.of(), Kind.NONE, 1, "version 2 only"));
  }

  @Test
  void damagedBytesAreRefused() {
    long seed = 31;
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = bytes(VALID.get(random.nextInt(VALID.size())));
      int changes = 1 + random.nextInt(3);
      for (int change = 0; change < changes; change++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      int end = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
      read += readsOrFailsCleanly(new ByteReader(bytes, 0, end), seed);
    }
    assertThat(read).as("damaged definitions that are valid again").isGreaterThan(100);
  }

  @Test
  void randomBytesAreRefused() {
    long seed = 32;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 1) {
        bytes[0] = 1;
        bytes[1] = (byte) random.nextInt(6);
      }
      readsOrFailsCleanly(new ByteReader(bytes), seed);
    }
  }

  private static int readsOrFailsCleanly(ByteReader in, long seed) {
    try {
      PartitionKeyDefinition definition = PartitionKeyDefinition.read(in);
      assertThat(PartitionKeyDefinition.read(new ByteReader(bytes(definition))))
          .as("seed %d", seed)
          .isEqualTo(definition);
      return 1;
    } catch (OrreryException refusal) {
      assertThat(refusal.code()).as("seed %d", seed).isEqualTo(ErrorCode.CORRUPTED);
      return 0;
    }
  }

  private static byte[] bytes(PartitionKeyDefinition definition) {
    ByteWriter out = new ByteWriter();
    definition.write(out);
    return out.toByteArray();
  }
}
