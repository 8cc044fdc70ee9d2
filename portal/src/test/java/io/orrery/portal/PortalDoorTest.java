// SPDX-License-Identifier: Apache-2.0
package io.orrery.portal;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import io.orrery.wire.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PortalDoorTest {
  private static final Map<String, String> FILES =
      Map.of("index.html", "page", "assets/a-1.js", "script", "assets/a-1.js.gz", "zipped");

  private final PortalDoor door =
      PortalDoor.over(
              name ->
                  Optional.ofNullable(FILES.get(name))
                      .map(text -> text.getBytes(StandardCharsets.UTF_8)))
          .orElseThrow();

  private HttpResponse get(String path, String encodings) {
    return door.handle(
        new HttpRequest(
            "GET",
            path,
            "",
            HttpHeaders.of("accept-encoding", encodings),
            new byte[0],
            new Caller(InetSocketAddress.createUnresolved("browser", 1), false)));
  }

  private static String body(HttpResponse response) {
    return StandardCharsets.UTF_8.decode(response.body().duplicate()).toString();
  }

  private static String header(HttpResponse response, String name) {
    return response.headers().find(name).orElse("");
  }

  @Test
  void everyAddressOfAViewIsThePageAndAskedForEachTime() {
    for (String view : new String[] {"", "index.html", "data", "partitions"}) {
      HttpResponse response = get("/_explorer/" + view, "");
      assertThat(response.status()).isEqualTo(200);
      assertThat(body(response)).isEqualTo("page");
      assertThat(header(response, "cache-control")).isEqualTo("no-cache");
    }
  }

  @Test
  void filesWithADigestAreKeptForGood() {
    HttpResponse response = get("/_explorer/assets/a-1.js", "");
    assertThat(body(response)).isEqualTo("script");
    assertThat(header(response, "content-type")).isEqualTo("text/javascript; charset=utf-8");
    assertThat(header(response, "cache-control")).contains("immutable");
  }

  @Test
  void filesAreCompressedForThoseWhoTakeIt() {
    HttpResponse response = get("/_explorer/assets/a-1.js", "br, gzip");
    assertThat(body(response)).isEqualTo("zipped");
    assertThat(header(response, "content-encoding")).isEqualTo("gzip");
    assertThat(header(response, "vary")).isEqualTo("Accept-Encoding");
  }

  @Test
  void nothingInlineAndNothingFromElsewhereIsAllowed() {
    assertThat(header(get("/_explorer/", ""), "content-security-policy"))
        .contains("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'")
        .doesNotContain("unsafe");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(get("/_explorer/assets/other.js", "").status()).isEqualTo(404);
    assertThat(get("/_explorer/assets/", "").status()).isEqualTo(404);
    assertThat(get("/_explorer/favicon.ico", "").status()).isEqualTo(404);
  }

  @Test
  void namesThatLeadOutOfTheFilesLeadNowhere() {
    PortalFiles files = PortalFiles.ofThisJar();
    for (String name :
        new String[] {"../PortalDoor.class", "assets/../../PortalDoor.class", "/etc/passwd", ""}) {
      assertThat(files.find(name)).isEmpty();
    }
  }

  @Test
  void filesAreOnlyRead() {
    HttpRequest put =
        new HttpRequest(
            "PUT",
            "/_explorer/index.html",
            "",
            HttpHeaders.NONE,
            new byte[0],
            new Caller(InetSocketAddress.createUnresolved("browser", 1), false));
    assertThat(door.handle(put).status()).isEqualTo(405);
  }

  @Test
  void withoutFilesThereIsNoDoor() {
    assertThat(PortalDoor.over(_ -> Optional.empty())).isEmpty();
  }
}
