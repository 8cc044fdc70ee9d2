// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.batch;

import io.orrery.api.table.protocol.TableRefusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One part of a MIME message: its header fields, and what follows them. Texts have a character for
/// each byte, so that nothing is lost whatever the bytes mean.
///
/// @param headers by their names in lower case
record MimePart(Map<String, String> headers, String content) {
  private static final String BOUNDARY = "boundary=";
  private static final int BOUNDARY_MAX = 200;

  /// The parts between the boundaries, which stand on lines of their own. Lines end with CR LF, or
  /// with LF alone. Fails with InvalidInput if there is no first or no last boundary.
  ///
  /// @param partsMax how many there may be
  static List<MimePart> parts(String body, String boundary, int partsMax) {
    String delimiter = "--" + boundary;
    List<MimePart> parts = new ArrayList<>();
    int start = -1;
    int line = 0;
    while (line < body.length()) {
      int lineEnd = body.indexOf('\n', line);
      int next = lineEnd < 0 ? body.length() : lineEnd + 1;
      if (body.startsWith(delimiter, line)) {
        String rest =
            body.substring(line + delimiter.length(), lineEnd < 0 ? body.length() : lineEnd)
                .strip();
        boolean last = rest.equals("--");
        if (last || rest.isEmpty()) {
          if (start >= 0) {
            parts.add(parse(withoutLineEnd(body.substring(start, line))));
          }
          if (last) {
            return parts;
          }
          if (parts.size() >= partsMax) {
            throw malformed("it has more than %d parts".formatted(partsMax));
          }
          start = next;
        }
      }
      line = next;
    }
    throw malformed("the boundary %s does not end it".formatted(boundary));
  }

  /// The line end in front of a boundary belongs to the boundary.
  private static String withoutLineEnd(String text) {
    int end = text.length();
    if (end > 0 && text.charAt(end - 1) == '\n') {
      end--;
    }
    if (end > 0 && text.charAt(end - 1) == '\r') {
      end--;
    }
    return text.substring(0, end);
  }

  /// Header fields, an empty line, and the content; without an empty line there is no content.
  static MimePart parse(String text) {
    Map<String, String> headers = new LinkedHashMap<>();
    int at = 0;
    while (at < text.length()) {
      int lineEnd = text.indexOf('\n', at);
      String line = text.substring(at, lineEnd < 0 ? text.length() : lineEnd).strip();
      at = lineEnd < 0 ? text.length() : lineEnd + 1;
      if (line.isEmpty()) {
        break;
      }
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw malformed("'%s' is no header field".formatted(line));
      }
      headers.put(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    return new MimePart(headers, text.substring(at));
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /// Fails with InvalidInput unless it is one of several parts.
  static String boundary(String contentType) {
    String lower = contentType.toLowerCase(Locale.ROOT);
    int at = lower.indexOf(BOUNDARY);
    if (!lower.startsWith("multipart/mixed") || at < 0) {
      throw malformed(
          "the content type '%s' is not multipart/mixed with a boundary".formatted(contentType));
    }
    String rest = contentType.substring(at + BOUNDARY.length());
    int semicolon = rest.indexOf(';');
    String value = (semicolon < 0 ? rest : rest.substring(0, semicolon)).strip();
    if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
      value = value.substring(1, value.length() - 1);
    }
    if (value.isEmpty() || value.length() > BOUNDARY_MAX) {
      throw malformed("the boundary is empty or too long");
    }
    return value;
  }

  static TableRefusal malformed(String reason) {
    return TableRefusal.invalid(
        "One of the request inputs is not valid: the batch is malformed, %s.".formatted(reason));
  }
}
