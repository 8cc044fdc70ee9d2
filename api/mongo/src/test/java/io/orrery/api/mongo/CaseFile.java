// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.BsonDocument;

/// Cases as lines of text, in MongoDB's extended JSON.
public final class CaseFile {
  private CaseFile() {}

  /// The lines that are no comments.
  public static List<String> lines(String name) {
    try (InputStream in = CaseFile.class.getResourceAsStream(name)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Carries out a case: `input => what is made of it`, or `input !! code` if it is refused.
  ///
  /// @param expectation of the text behind the arrow and what was made
  public static <T> void check(
      String line, Function<String, T> made, BiConsumer<String, T> expectation) {
    if (line.contains(" !! ")) {
      String[] parts = line.split(" !! ", -1);
      requireRefusal(() -> made.apply(parts[0]), parts[1]);
    } else {
      String[] parts = line.split(" => ", -1);
      expectation.accept(parts[1], made.apply(parts[0]));
    }
  }

  /// Fails unless something is refused with a code.
  public static void requireRefusal(ThrowingCallable refused, String code) {
    assertThatThrownBy(refused)
        .isInstanceOfSatisfying(
            MongoFailure.class,
            refusal ->
                assertThat(refusal.error().code()).isEqualTo(Integer.parseInt(code.strip())));
  }

  public static Value.Document document(String json) {
    return RawDocument.of(RandomBson.bytes(BsonDocument.parse(json))).toValue();
  }
}
