// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.batch;

import io.orrery.api.table.protocol.TableRequest;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A request inside a batch: a request line, header fields and a body.
///
/// @param contentId what the client calls it; empty if it has no name
record EmbeddedRequest(TableRequest request, String contentId) {
  private static final String VERSION = " HTTP/1.1";

  /// Fails with InvalidInput if the part has no request in it.
  static EmbeddedRequest of(MimePart part, TableRequest outer) {
    if (!part.header("content-type").toLowerCase(Locale.ROOT).startsWith("application/http")) {
      throw MimePart.malformed("a part is not application/http");
    }
    String text = part.content().stripLeading();
    int lineEnd = text.indexOf('\n');
    String line = (lineEnd < 0 ? text : text.substring(0, lineEnd)).strip();
    int space = line.indexOf(' ');
    if (space < 1 || !line.endsWith(VERSION) || line.length() - VERSION.length() <= space) {
      throw MimePart.malformed("'%s' is no request line".formatted(line));
    }
    String target = line.substring(space + 1, line.length() - VERSION.length()).strip();
    MimePart message = MimePart.parse(lineEnd < 0 ? "" : text.substring(lineEnd + 1));
    String path = path(target);
    int mark = path.indexOf('?');
    HttpRequest http =
        new HttpRequest(
            line.substring(0, space),
            mark < 0 ? path : path.substring(0, mark),
            mark < 0 ? "" : path.substring(mark + 1),
            headers(message),
            message.content().getBytes(StandardCharsets.ISO_8859_1),
            outer.http().caller());
    String contentId = part.header("content-id");
    return new EmbeddedRequest(
        TableRequest.of(http, origin(outer), outer.requestId()),
        contentId.isEmpty() ? message.header("content-id") : contentId);
  }

  private static HttpHeaders headers(MimePart message) {
    HttpHeaders.Builder headers = HttpHeaders.builder();
    try {
      message.headers().forEach(headers::add);
    } catch (IllegalArgumentException _) {
      throw MimePart.malformed("a header field has characters that none may have");
    }
    return headers.build();
  }

  /// Addresses are absolute; what stands in front of the path says nothing new.
  private static String path(String target) {
    int scheme = target.indexOf("://");
    if (scheme < 0) {
      return target.startsWith("/") ? target : "/" + target;
    }
    int slash = target.indexOf('/', scheme + 3);
    return slash < 0 ? "/" : target.substring(slash);
  }

  private static String origin(TableRequest outer) {
    String root = outer.root();
    int path = root.indexOf('/', root.indexOf("://") + 3);
    return path < 0 ? root : root.substring(0, path);
  }
}
