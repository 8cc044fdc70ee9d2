// SPDX-License-Identifier: Apache-2.0
package io.orrery.portal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The files that npm built, by their names.
@FunctionalInterface
interface PortalFiles {

  Optional<byte[]> find(String name);

  /// Those packed with this class. Names of any other form lead nowhere, so that none leads out.
  static PortalFiles ofThisJar() {
    Pattern name = Pattern.compile("(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}");
    return file -> name.matcher(file).matches() ? read("web/" + file) : Optional.empty();
  }

  private static Optional<byte[]> read(String resource) {
    try (InputStream in = PortalFiles.class.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the portal's file " + resource, e);
    }
  }
}
