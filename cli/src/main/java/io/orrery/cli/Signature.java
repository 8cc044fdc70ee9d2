// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs requests with an account key.
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final SecretKeySpec key;

  private Signature(SecretKeySpec key) {
    this.key = key;
  }

  static Signature with(String key) {
    try {
      return new Signature(new SecretKeySpec(Base64.getDecoder().decode(key), ALGORITHM));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE, "The key must be base64, as `keys list` prints it.", e);
    }
  }

  static String date(Instant now) {
    return DATE.format(now);
  }

  /// As the SQL API's documentation says.
  String sql(String method, List<String> segments, String date) {
    String text =
        "%s\n%s\n%s\n\n"
            .formatted(
                method.toLowerCase(Locale.ROOT), signed(segments), date.toLowerCase(Locale.ROOT));
    return URLEncoder.encode(
        "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(mac(text)),
        StandardCharsets.UTF_8);
  }

  /// As the Table API's documentation says: the short way, with the account's own name.
  String table(String method, List<String> segments, String date) {
    String text = date + "\n/" + Connection.ACCOUNT + "/" + Account.path(segments);
    return "SharedKeyLite "
        + Connection.ACCOUNT
        + ":"
        + Base64.getEncoder().encodeToString(mac(text));
  }

  /// Type and link: of a resource its whole address, of a feed that of its owner.
  private static String signed(List<String> segments) {
    if (segments.getFirst().equals("_orrery")) {
      return "\n" + String.join("/", segments);
    }
    boolean feed = segments.size() % 2 == 1;
    int length = feed ? segments.size() - 1 : segments.size();
    String type = segments.get(feed ? length : length - 2);
    String link = String.join("/", segments.subList(0, length));
    return type + "\n" + (type.equals("offers") && !feed ? offer(segments) : link);
  }

  private static String offer(List<String> segments) {
    return segments.getLast().toLowerCase(Locale.ROOT);
  }

  private byte[] mac(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }
}
