// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench;

import java.io.ByteArrayOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The JSON text itself as the stored form: checked once on the way in, parsed at every look.
final class JsonForm {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonForm() {}

  /// Parses and writes again, which any checked and normalised form has to.
  static byte[] rewrite(byte[] json) {
    var out = new ByteArrayOutputStream(json.length + 64);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json);
        JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      while (parser.nextToken() != null) {
        generator.copyCurrentEvent(parser);
      }
    }
    return out.toByteArray();
  }

  static String find(byte[] json, String first, String second, String third) {
    String[] path = {first, second, third};
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      int step = 0;
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean found = parser.currentName().equals(path[step]);
        parser.nextToken();
        if (!found) {
          parser.skipChildren();
        } else if (++step == path.length) {
          return parser.getString();
        }
      }
    }
    throw new IllegalStateException("the sample has no such path");
  }
}
