// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.bson.RandomBson;
import io.orrery.api.mongo.bson.RawDocument;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
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

  public static Value.Document document(String json) {
    return RawDocument.of(RandomBson.bytes(BsonDocument.parse(json))).toValue();
  }
}
