// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PropertyPathTest {

  @ParameterizedTest
  @MethodSource
  void pathsAreReadAndWrittenBack(String text, List<String> segments, String canonical) {
    PropertyPath path = PropertyPath.parse(text);
    assertThat(path.segments()).isEqualTo(segments);
    assertThat(path).hasToString(canonical);
    assertThat(PropertyPath.parse(canonical)).isEqualTo(path).hasSameHashCodeAs(path);
    assertThat(PropertyPath.of(segments.toArray(String[]::new))).isEqualTo(path);
    for (int level = 0; level < path.depth(); level++) {
      assertThat(path.name(level)).isEqualTo(segments.get(level).getBytes(StandardCharsets.UTF_8));
    }
  }

  static Stream<Arguments> pathsAreReadAndWrittenBack() {
    return Stream.of(
        path("/a", "/a", "a"),
        path("/a/b/c", "/a/b/c", "a", "b", "c"),
        path("/id", "/id", "id"),
        path("/_ts", "/_ts", "_ts"),
        path("/größe/大小", "/größe/大小", "größe", "大小"),
        path("/a-b.c$d@e", "/a-b.c$d@e", "a-b.c$d@e"),
        path("/\"Department name\"", "/\"Department name\"", "Department name"),
        path("/Department name", "/\"Department name\"", "Department name"),
        path("/\"plain\"/b", "/plain/b", "plain", "b"),
        path("/'single'", "/single", "single"),
        path("/\"a/b\"", "/\"a/b\"", "a/b"),
        path("/\"*\"/\"?\"/\"[]\"", "/\"*\"/\"?\"/\"[]\"", "*", "?", "[]"),
        path("/\"say \\\"hi\\\"\"", "/\"say \\\"hi\\\"\"", "say \"hi\""),
        path("/\"it's\"", "/\"it's\"", "it's"),
        path("/\"back\\\\slash\"", "/\"back\\\\slash\"", "back\\slash"),
        path("/\"\\u0041\\t\\/\"", "/\"A\\u0009/\"", "A\t/"),
        path("/\"\\ud83d\\ude00\"", "/😀", "😀"));
  }

  private static Arguments path(String text, String canonical, String... segments) {
    return Arguments.of(text, List.of(segments), canonical);
  }

  @ParameterizedTest
  @MethodSource
  void otherTextIsRefusedWithAReason(String text, String reason) {
    assertThatThrownBy(() -> PropertyPath.parse(text))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }

  static Stream<Arguments> otherTextIsRefusedWithAReason() {
    return Stream.of(
        Arguments.of("", "empty"),
        Arguments.of("a", "does not start with a slash"),
        Arguments.of("/", "ends with a slash"),
        Arguments.of("/a/", "ends with a slash"),
        Arguments.of("//a", "a segment is empty"),
        Arguments.of("/a//b", "a segment is empty"),
        Arguments.of("/\"\"", "a quoted name is empty"),
        Arguments.of("/*", "wildcards are not allowed"),
        Arguments.of("/a/?", "wildcards are not allowed"),
        Arguments.of("/a/[]", "wildcards are not allowed"),
        Arguments.of("/a/[]/b", "wildcards are not allowed"),
        Arguments.of("/a*", "the wildcard '*'"),
        Arguments.of("/a[0]", "the wildcard '['"),
        Arguments.of("/\"open", "the quote at character 2 is not closed"),
        Arguments.of("/\"open\\\"", "is not closed"),
        Arguments.of("/\"a\\", "ends inside an escape"),
        Arguments.of("/\"a\\x\"", "the escape \\x is unknown"),
        Arguments.of("/\"\\u12g4\"", "four hex digits"),
        Arguments.of("/\"\\u12", "four hex digits"),
        Arguments.of("/\"\\u١٢٣٤\"", "four hex digits"),
        Arguments.of("/\"a\"b", "a slash is missing at character 5"),
        Arguments.of("/a\"b\"", "must be quoted"),
        Arguments.of("/a\nb", "U+000A"),
        Arguments.of("/a\ud83d", "half a surrogate pair"),
        Arguments.of("/\"\\ud83d\"", "half a surrogate pair"),
        Arguments.of("/" + "a".repeat(1024), "1025 characters"),
        Arguments.of("/" + "\"\\u0000\\u0000\"".repeat(80), "characters"),
        Arguments.of("/\"" + "\t".repeat(1000) + "\"", "characters"),
        Arguments.of("/a".repeat(129), "deeper than 128"));
  }

  @Test
  void segmentsGivenDirectlyAreCheckedToo() {
    assertThatThrownBy(PropertyPath::of).isInstanceOf(OrreryException.class);
    assertThatThrownBy(() -> PropertyPath.of("a", "")).isInstanceOf(OrreryException.class);
    assertThatThrownBy(() -> PropertyPath.of("\ude00")).isInstanceOf(OrreryException.class);
  }

  @Test
  void anyTextIsAPathOrRefused() {
    long seed = 7;
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      String text = randomText(random);
      try {
        PropertyPath path = PropertyPath.parse(text);
        assertThat(PropertyPath.parse(path.toString()))
            .as("seed %d, '%s'", seed, text)
            .isEqualTo(path);
        read++;
      } catch (OrreryException refusal) {
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      }
    }
    assertThat(read).as("texts that are paths").isGreaterThan(300);
  }

  /// Text made of what matters in paths.
  static String randomText(Random random) {
    String[] pieces = {
      "/",
      "/",
      "/",
      "/a",
      "b",
      "\"",
      "\"",
      "'",
      "\\",
      "\\u00",
      "*",
      "?",
      "[]",
      "/\"x y\"",
      " ",
      "\ud83d",
      "\ude00",
      "\n",
      "é",
      "/?",
      "/*",
      "/[]"
    };
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : "/");
    int count = random.nextInt(8);
    for (int i = 0; i < count; i++) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString();
  }
}
