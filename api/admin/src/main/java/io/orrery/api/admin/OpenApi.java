// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.admin;

import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// `openapi.json`: these calls for programs that make clients of such descriptions. A test compares
/// it with what the door does.
final class OpenApi {
  private static final String FILE = "openapi.json";

  private OpenApi() {}

  static Value document() {
    try (InputStream in = OpenApi.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("The description of these calls is not in the jar");
      }
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the description of these calls", e);
    }
  }
}
