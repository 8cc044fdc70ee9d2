// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.account;

import io.orrery.api.sql.protocol.Answer;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/// `/_explorer/`: what tools of the vendor's emulator look for there, without authorization. The
/// page says that the server runs; the certificate is for clients to trust.
public final class Explorer {
  private static final byte[] PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Orrery</title></head>
      <body>
      <h1>Orrery</h1>
      <p>The SQL API answers here. Its certificate, where it has one, is
      <a href="emulator.pem">emulator.pem</a>.</p>
      </body>
      </html>
      """
          .getBytes(StandardCharsets.UTF_8);

  private final Supplier<Optional<String>> certificate;

  public Explorer(Supplier<Optional<String>> certificate) {
    this.certificate = certificate;
  }

  public Answer answer(String file) {
    return switch (file) {
      case "", "index.html" -> Answer.file("text/html; charset=utf-8", PAGE);
      case "emulator.pem" -> certificate();
      default -> throw missing("There is no file " + file + " here.");
    };
  }

  private Answer certificate() {
    String pem =
        certificate
            .get()
            .orElseThrow(() -> missing("The server has no certificate: it speaks plain HTTP."));
    return Answer.file("application/x-pem-file", pem.getBytes(StandardCharsets.US_ASCII));
  }

  private static OrreryException missing(String message) {
    return new OrreryException(ErrorCode.NOT_FOUND, message);
  }
}
