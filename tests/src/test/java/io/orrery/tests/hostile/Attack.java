// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.random.RandomGenerator;

/// Kinds of input that no honest client sends, and what must come of each: the right error, or the
/// end of the connection.
enum Attack implements Siege.Kind<Target> {
  MALFORMED_JSON(100) {
    @Override
    public void make(Target target, RandomGenerator random) {
      String whole =
          "{\"id\":\"1\",\"pk\":\"a\",\"n\":[1,2.5e3,null,true],\"o\":{\"x\":\"\\u00fc\"}}";
      String body = whole.substring(0, 1 + random.nextInt(whole.length() - 1));
      assertThat(
              create(target.signed(), random.nextBoolean() ? body : body + "\u0000").statusCode())
          .isEqualTo(400);
    }
  },
  DEEP_JSON(20) {
    @Override
    public void make(Target target, RandomGenerator random) {
      String opening = random.nextBoolean() ? "[" : "{\"a\":";
      String body = opening.repeat(1000 + random.nextInt(10_000));
      assertThat(create(target.signed(), body).statusCode()).isEqualTo(400);
    }
  },
  LARGE_BODY(1) {
    @Override
    public void make(Target target, RandomGenerator random) {
      String large = "x".repeat(3 << 20);
      String body = "{\"id\":\"1\",\"pk\":\"a\",\"x\":\"%s\"}".formatted(large);
      assertThat(create(target.signed(), body).statusCode()).isEqualTo(413);
    }
  },
  LARGE_HEADERS(2) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send("GET / HTTP/1.1\r\nHost: x\r\nX-Large: ");
        raw.send("y".repeat(1 << 20) + "\r\n\r\n");
        assertThat(raw.status()).isIn(0, 400, 431);
      }
    }
  },
  MANY_HEADERS(5) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send("GET / HTTP/1.1\r\nHost: x\r\n" + "a: b\r\n".repeat(20_000) + "\r\n");
        assertThat(raw.status()).isIn(0, 400, 431);
      }
    }
  },
  HALF_OPEN(40) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      String request = "POST /dbs HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"id\":";
      RawConnection raw = target.connect();
      raw.send(request.substring(0, random.nextInt(request.length())));
      target.leaveOpen(raw);
    }
  },
  SLOW(10) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        for (char each : "GET / HTTP/1.1\r\nHost: slow\r\n".toCharArray()) {
          raw.send(String.valueOf(each));
        }
      }
    }
  },
  PIPELINED_GARBAGE(60) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1 + random.nextInt(5)));
        raw.send(bytes(random, 1 + random.nextInt(300)));
        raw.send("\r\n\r\n");
        assertThat(raw.status()).isEqualTo(200);
      }
    }
  },
  RANDOM_BYTES(100) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(bytes(random, 1 + random.nextInt(2000)));
        raw.endOutput();
        assertThat(raw.status()).isIn(0, 400, 431, 501, 505);
      }
    }
  },
  RANDOM_TLS(60) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(new byte[] {0x16, 3, (byte) random.nextInt(5)});
        raw.send(bytes(random, 1 + random.nextInt(500)));
        raw.endOutput();
        assertThat(raw.status()).isZero();
      }
    }
  },
  IMPOSSIBLE_LENGTHS(60) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      String length =
          List.of("-1", "9999999999999999999", "1e3", "5, 6", "x", "0x10").get(random.nextInt(6));
      try (RawConnection raw = target.connect()) {
        raw.send("POST /dbs HTTP/1.1\r\nHost: x\r\nContent-Length: %s\r\n\r\n{}".formatted(length));
        assertThat(raw.status()).isIn(0, 400, 413);
      }
    }
  },
  WRONG_SIGNATURE(200) {
    @Override
    public void make(Target target, RandomGenerator random) {
      String path = "/dbs/d/colls/c/docs/" + random.nextInt(1000);
      assertThat(target.wronglySigned().get(path).statusCode()).isEqualTo(401);
    }
  },
  NONSENSE_SIGNATURE(100) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      String header =
          List.of("", "type%3D", "%", "type%3Dmaster%26ver%3D1.0%26sig%3D", "type=resource&sig=;;;")
                  .get(random.nextInt(5))
              + "A".repeat(random.nextInt(200));
      try (RawConnection raw = target.connect()) {
        raw.send("GET /dbs HTTP/1.1\r\nHost: x\r\nx-ms-date: %s\r\n".formatted(now()));
        raw.send("authorization: %s\r\n\r\n".formatted(header));
        assertThat(raw.status()).isIn(400, 401, 403);
      }
    }
  },
  TRAVERSAL(200) {
    @Override
    public void make(Target target, RandomGenerator random) throws IOException {
      String name =
          List.of("..", ".", "../..", "%2e%2e%2f", "..%5c..%5cetc", "%00", "%", "%zz", "\u0001")
              .get(random.nextInt(9));
      String path = "/dbs/d/colls/c/docs/" + name.repeat(1 + random.nextInt(4));
      String date = now();
      try (RawConnection raw = target.connect()) {
        raw.send("GET %s HTTP/1.1\r\nHost: x\r\nx-ms-date: %s\r\n".formatted(path, date));
        raw.send("x-ms-documentdb-partitionkey: [\"a\"]\r\n");
        raw.send(
            "authorization: %s\r\n\r\n"
                .formatted(target.signed().authorization("GET", path, date)));
        assertThat(raw.status()).as(path).isIn(400, 401, 404);
      }
    }
  };

  /// How often it is chosen, against the others.
  private final int weight;

  Attack(int weight) {
    this.weight = weight;
  }

  @Override
  public int weight() {
    return weight;
  }

  private static java.net.http.HttpResponse<String> create(SqlHttp http, String body) {
    return http.send(
        "POST", "/dbs/d/colls/c/docs", body, "x-ms-documentdb-partitionkey", "[\"a\"]");
  }

  static byte[] bytes(RandomGenerator random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String now() {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }

  /// As HTTP puts text on the wire.
  static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
