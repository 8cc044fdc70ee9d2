// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import io.orrery.testkit.ServerProcess;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The Table API's port under attack, and the connections that are left open to it.
final class TableTarget implements Closeable {
  private static final int LEFT_OPEN_MAX = 100;
  private static final String TABLE = "/Tables";

  private final URI address;
  private final byte[] key;
  private final LeftOpen open = new LeftOpen(LEFT_OPEN_MAX);

  TableTarget(ServerProcess server) {
    this.address = server.endpoint("table");
    this.key = Base64.getDecoder().decode(server.ready("key"));
  }

  int createTable(String name) throws IOException {
    return status("POST", TABLE, "", "{\"TableName\":\"" + name + "\"}");
  }

  RawConnection connect() throws IOException {
    return new RawConnection(address);
  }

  void leaveOpen(RawConnection connection) throws IOException {
    open.add(connection);
  }

  /// What a request is answered with that somebody with a key sends.
  ///
  /// @param headers each with its line end
  int status(String method, String target, String headers, String body) throws IOException {
    return status(head(method, target, headers, body.length()) + body);
  }

  /// What these characters, each a byte, are answered with.
  int status(String request) throws IOException {
    try (RawConnection raw = connect()) {
      raw.send(request);
      return raw.status();
    }
  }

  /// The head of a signed request.
  String head(String method, String target, String headers, int length) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    int mark = target.indexOf('?');
    String signed = date + "\n/localhost" + (mark < 0 ? target : target.substring(0, mark));
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nx-ms-date: %s\r\n".formatted(method, target, date)
        + "Authorization: SharedKeyLite localhost:%s\r\n".formatted(signature(signed))
        + headers
        + "Content-Length: %d\r\n\r\n".formatted(length);
  }

  private String signature(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.ISO_8859_1)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
