// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.http.Caller;
import io.orrery.wire.http.HttpHeaders;
import io.orrery.wire.http.HttpRequest;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AccountAddressTest {
  private static final AccountAddress PLAIN = new AccountAddress(Optional.empty(), false);
  private static final AccountAddress PROXIED = new AccountAddress(Optional.empty(), true);

  /// @param headers name, value, name, value, …
  private static HttpRequest request(String... headers) {
    HttpHeaders.Builder all = HttpHeaders.builder();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    Caller caller = new Caller(InetSocketAddress.createUnresolved("client", 1), false);
    return new HttpRequest("GET", "/", "", all.build(), new byte[0], caller);
  }

  @Test
  void isWhereTheRequestCameIn() {
    assertThat(PLAIN.of(request("host", "db:8081"))).isEqualTo("http://db:8081/");
    assertThat(PLAIN.of(request())).isEqualTo("http://localhost/");
    assertThat(PROXIED.of(request("host", "db:8081"))).isEqualTo("http://db:8081/");
  }

  @Test
  void isWhatAProxySaysWhereThereIsOne() {
    HttpRequest forwarded =
        request(
            "host", "db:8081",
            "x-forwarded-proto", "https",
            "x-forwarded-host", "data.example, inner.example");
    assertThat(PROXIED.of(forwarded)).isEqualTo("https://data.example/");
    assertThat(PLAIN.of(forwarded)).isEqualTo("http://db:8081/");
    assertThat(PROXIED.of(request("host", "[::1]:8081", "x-forwarded-port", "443")))
        .isEqualTo("http://[::1]:443/");
    assertThat(
            PROXIED.of(
                request(
                    "host", "db",
                    "x-forwarded-proto", "javascript",
                    "x-forwarded-host", "data.example:81",
                    "x-forwarded-port", "82")))
        .isEqualTo("http://data.example:82/");
    assertThat(PROXIED.of(request("host", "db", "x-forwarded-host", ""))).isEqualTo("http://db/");
  }

  @Test
  void isWhatWasSetWhateverTheRequestSays() {
    AccountAddress fixed = new AccountAddress(Optional.of("https://account.example/"), true);
    assertThat(fixed.of(request("host", "db", "x-forwarded-host", "other")))
        .isEqualTo("https://account.example/");
  }
}
