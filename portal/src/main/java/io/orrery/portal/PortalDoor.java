// SPDX-License-Identifier: Apache-2.0
package io.orrery.portal;

import io.orrery.wire.http.HttpHandler;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.util.Optional;

/// Hands out the files of the portal, to everybody: they hold no data. Files with a digest in their
/// name never change and are kept by browsers for good; the page that names them is asked for each
/// time. Every address of a view is that page.
public final class PortalDoor implements HttpHandler {
  /// All addresses of this door begin so.
  public static final String ADDRESSES = "/_explorer/";

  private static final String PAGE = "index.html";
  private static final String DIGESTED = "assets/";

  /// Nothing from elsewhere, nothing inline, in nobody's frame. Pictures that are saved are blobs.
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final HttpHeaders SHARED =
      HttpHeaders.builder()
          .add("Content-Security-Policy", POLICY)
          .add("X-Content-Type-Options", "nosniff")
          .add("Referrer-Policy", "no-referrer")
          .add("Cross-Origin-Opener-Policy", "same-origin")
          .add("Vary", "Accept-Encoding")
          .build();

  private final PortalFiles files;

  private PortalDoor(PortalFiles files) {
    this.files = files;
  }

  /// Empty if this server was built without the portal.
  public static Optional<PortalDoor> find() {
    return over(PortalFiles.ofThisJar());
  }

  static Optional<PortalDoor> over(PortalFiles files) {
    return files.find(PAGE).isPresent() ? Optional.of(new PortalDoor(files)) : Optional.empty();
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return HttpResponse.text(405, "These are files: use GET.\n");
    }
    String file = request.path().substring(ADDRESSES.length());
    return file.startsWith(DIGESTED) || file.contains(".")
        ? file(file, request)
        : page(request); // The address of a view, which the page itself understands.
  }

  private HttpResponse page(HttpRequest request) {
    return file(PAGE, request);
  }

  private HttpResponse file(String name, HttpRequest request) {
    boolean compressible = request.headers().find("accept-encoding").orElse("").contains("gzip");
    Optional<byte[]> compressed = compressible ? files.find(name + ".gz") : Optional.empty();
    Optional<byte[]> content = compressed.or(() -> files.find(name));
    if (content.isEmpty()) {
      return HttpResponse.text(404, "The portal has no such file.\n");
    }
    HttpHeaders.Builder headers =
        HttpHeaders.builder(SHARED)
            .add("Content-Type", contentType(name))
            .add(
                "Cache-Control",
                name.startsWith(DIGESTED) ? "public, max-age=31536000, immutable" : "no-cache");
    if (compressed.isPresent()) {
      headers.add("Content-Encoding", "gzip");
    }
    return new HttpResponse(200, headers.build(), content.get());
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      case "txt" -> "text/plain; charset=utf-8";
      default -> "application/octet-stream";
    };
  }
}
