// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.IndexPath.Elements;
import io.orrery.model.key.IndexPath.Ending;
import io.orrery.model.key.IndexPath.Name;
import io.orrery.model.key.IndexPath.Segment;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class IndexPathTest {

  @ParameterizedTest
  @MethodSource
  void pathsAreReadAndWrittenBack(String text, String canonical, IndexPath expected) {
    assertThat(IndexPath.parse(text)).isEqualTo(expected).hasToString(canonical);
    assertThat(IndexPath.parse(canonical)).isEqualTo(expected);
  }

  static Stream<Arguments> pathsAreReadAndWrittenBack() {
    return Stream.of(
        Arguments.of("/*", "/*", IndexPath.ALL),
        Arguments.of("/?", "/?", path(Ending.SCALAR)),
        Arguments.of("/a/?", "/a/?", path(Ending.SCALAR, new Name("a"))),
        Arguments.of("/a/*", "/a/*", path(Ending.SUBTREE, new Name("a"))),
        Arguments.of("/\"_etag\"/?", "/_etag/?", path(Ending.SCALAR, new Name("_etag"))),
        Arguments.of("/\"*\"/*", "/\"*\"/*", path(Ending.SUBTREE, new Name("*"))),
        Arguments.of("/\"[]\"/?", "/\"[]\"/?", path(Ending.SCALAR, new Name("[]"))),
        Arguments.of(
            "/a/[]/b/?",
            "/a/[]/b/?",
            path(Ending.SCALAR, new Name("a"), Elements.ALL, new Name("b"))),
        Arguments.of(
            "/a/[]/[]/*",
            "/a/[]/[]/*",
            path(Ending.SUBTREE, new Name("a"), Elements.ALL, Elements.ALL)));
  }

  private static IndexPath path(Ending ending, Segment... segments) {
    return new IndexPath(List.of(segments), ending);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "``;is empty",
        "a/?;does not start with a slash",
        "/;ends with a slash",
        "/a;does not end with /?",
        "/a/[];does not end with /?",
        "/a/;ends with a slash",
        "/a/?/b;'?' stands before its end",
        "/*/b/?;'*' stands before its end",
        "/a?;wildcard '?'",
        "/a[]/?;wildcard '['",
        "/[0]/?;wildcard '['",
        "/\"a/?;not closed"
      })
  void otherTextIsRefusedWithAReason(String text, String reason) {
    assertThatThrownBy(() -> IndexPath.parse(text))
        .isInstanceOfSatisfying(
            OrreryException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(reason);
  }

  @Test
  void segmentsGivenDirectlyAreCheckedToo() {
    List<Segment> deep = Collections.nCopies(129, Elements.ALL);
    assertThatThrownBy(() -> new IndexPath(deep, Ending.SCALAR))
        .isInstanceOf(OrreryException.class);
    assertThatThrownBy(() -> new Name("")).isInstanceOf(OrreryException.class);
  }

  @Test
  void anyTextIsAPathOrRefused() {
    long seed = 8;
    Random random = new Random(seed);
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      String text = PropertyPathTest.randomText(random) + (random.nextBoolean() ? "/?" : "");
      try {
        IndexPath path = IndexPath.parse(text);
        assertThat(IndexPath.parse(path.toString()))
            .as("seed %d, '%s'", seed, text)
            .isEqualTo(path);
        read++;
      } catch (OrreryException refusal) {
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      }
    }
    assertThat(read).as("texts that are paths").isGreaterThan(300);
  }
}
