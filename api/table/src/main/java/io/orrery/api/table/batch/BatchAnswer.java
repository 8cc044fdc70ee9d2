// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.batch;

import io.orrery.api.table.protocol.TableAnswer;
import io.orrery.wire.http.HttpHeaders;
import java.util.List;
import java.util.UUID;

/// What a batch is answered with: answers wrapped in MIME.
final class BatchAnswer {
  private static final String LINE = "\r\n";

  private BatchAnswer() {}

  /// The answer to one operation.
  ///
  /// @param contentId what the client calls the operation; empty if it has no name
  record Part(TableAnswer answer, String contentId) {}

  /// Answers to changes, or one about why there are none.
  static TableAnswer changes(List<Part> parts, UUID requestId) {
    String inner = "changesetresponse_" + requestId;
    StringBuilder out = new StringBuilder(256 * (parts.size() + 1));
    out.append("Content-Type: multipart/mixed; boundary=").append(inner).append(LINE).append(LINE);
    for (Part part : parts) {
      out.append("--").append(inner).append(LINE);
      write(out, part);
    }
    out.append("--").append(inner).append("--").append(LINE);
    return wrapped(out, requestId);
  }

  /// The answer to a query.
  static TableAnswer query(Part part, UUID requestId) {
    StringBuilder out = new StringBuilder(1024);
    write(out, part);
    return wrapped(out, requestId);
  }

  private static TableAnswer wrapped(StringBuilder content, UUID requestId) {
    String boundary = "batchresponse_" + requestId;
    return TableAnswer.of(
        202,
        "multipart/mixed; boundary=" + boundary,
        "--" + boundary + LINE + content + "--" + boundary + "--" + LINE);
  }

  private static void write(StringBuilder out, Part part) {
    TableAnswer answer = part.answer();
    out.append("Content-Type: application/http").append(LINE);
    out.append("Content-Transfer-Encoding: binary").append(LINE).append(LINE);
    out.append("HTTP/1.1 ").append(answer.status()).append(' ').append(reason(answer.status()));
    out.append(LINE);
    field(out, "X-Content-Type-Options", "nosniff");
    field(out, "Cache-Control", "no-cache");
    field(out, "DataServiceVersion", "3.0;");
    if (!part.contentId().isEmpty()) {
      field(out, "Content-ID", part.contentId());
    }
    String body = answer.text();
    if (!body.isEmpty()) {
      field(out, "Content-Type", answer.contentType());
    }
    for (HttpHeaders.Field header : answer.headers()) {
      field(out, header.name(), header.value());
    }
    out.append(LINE).append(body).append(LINE);
  }

  private static void field(StringBuilder out, String name, String value) {
    out.append(name).append(": ").append(value).append(LINE);
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 204 -> "No Content";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 409 -> "Conflict";
      case 412 -> "Precondition Failed";
      case 413 -> "Request Entity Too Large";
      case 415 -> "Unsupported Media Type";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 503 -> "Service Unavailable";
      default -> "Status " + status;
    };
  }
}
