// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/// Kinds of input to the Table API that no honest client sends, and what must come of each: an
/// error of the protocol, or the end of the connection.
enum TableAttack implements Siege.Kind<TableTarget> {
  RANDOM_BYTES(60) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(Attack.bytes(random, 1 + random.nextInt(2000)));
        raw.endOutput();
        assertThat(raw.status()).isIn(0, 400, 431, 501, 505);
      }
    }
  },
  RANDOM_TLS(30) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      try (RawConnection raw = target.connect()) {
        raw.send(new byte[] {0x16, 3, (byte) random.nextInt(5)});
        raw.send(Attack.bytes(random, 1 + random.nextInt(500)));
        raw.endOutput();
        assertThat(raw.status()).isZero();
      }
    }
  },
  MALFORMED_HTTP(80) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String good = target.head("GET", "/people()?$filter=n%20eq%201", "Accept: */*\r\n", 0);
      try (RawConnection raw = target.connect()) {
        raw.send(mutated(good, random, 8));
        raw.endOutput();
        assertThat(raw.status()).isNotIn(500, 502, 503, 504);
      }
    }
  },
  IMPOSSIBLE_LENGTHS(40) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String length =
          List.of("-1", "9999999999999999999", "1e3", "5, 6", "x", "0x10").get(random.nextInt(6));
      String head = "POST /people HTTP/1.1\r\nHost: x\r\nContent-Length: ";
      assertThat(target.status(head + length + "\r\n\r\n{}")).isIn(0, 400, 413);
    }
  },
  LARGE_HEADERS(2) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String large = "X-Large: " + "y".repeat(1 << 20) + "\r\n";
      assertThat(target.status("GET", "/people()", large, "")).isIn(0, 400, 431);
    }
  },
  HALF_OPEN(30) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String request = target.head("POST", "/people", "", 100) + "{\"PartitionKey\":";
      RawConnection raw = target.connect();
      raw.send(request.substring(0, random.nextInt(request.length())));
      target.leaveOpen(raw);
    }
  },
  SLOW_BODY(20) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      RawConnection raw = target.connect();
      raw.send(target.head("POST", "/$batch", BATCH, 1_000_000));
      for (int i = 0; i < 20; i++) {
        raw.send("x".repeat(random.nextInt(5000)));
      }
      if (random.nextBoolean()) {
        target.leaveOpen(raw);
      } else {
        raw.close();
      }
    }
  },
  MALFORMED_BATCH(120) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      StringBuilder parts = new StringBuilder();
      for (int i = random.nextInt(5); i >= 0; i--) {
        parts.append(part(random.nextInt(1000)));
      }
      String good = OPENING + parts + CLOSING;
      String body =
          switch (random.nextInt(3)) {
            case 0 -> good.substring(0, random.nextInt(good.length()));
            case 1 -> mutated(good, random, 12);
            default -> OPENING + part(1).repeat(80 + random.nextInt(60)) + CLOSING;
          };
      assertThat(target.status("POST", "/$batch", BATCH, body)).isIn(202, 400);
    }
  },
  NESTED_BATCH(10) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      assertThat(target.status("POST", "/$batch", BATCH, OPENING.repeat(5000) + CLOSING))
          .isEqualTo(400);
    }
  },
  MALFORMED_JSON(80) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String row = Integer.toString(random.nextInt(1000));
      String good =
          "{\"PartitionKey\":\"p\",\"RowKey\":\"%s\",\"l@odata.type\":\"Edm.Int64\",\"l\":\"5\"}"
              .formatted(row);
      assertThat(target.status("POST", "/people", "", mutated(good, random, 6)))
          .isIn(201, 400, 409);
    }
  },
  DEEP_JSON(20) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String opening = random.nextBoolean() ? "[" : "{\"a\":";
      String body = "{\"v\":" + opening.repeat(1000 + random.nextInt(100_000));
      assertThat(target.status("POST", "/people", "", body)).isEqualTo(400);
    }
  },
  LARGE_BODY(2) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      assertThat(target.status("POST", "/people", "", "x".repeat(5 << 20))).isIn(0, 413);
    }
  },
  LARGE_ENTITY(2) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String text = "\":\"" + "x".repeat(32 * 1024) + "\"";
      StringBuilder body = new StringBuilder("{\"PartitionKey\":\"p\",\"RowKey\":\"large\"");
      for (int i = 0; i < 40; i++) {
        body.append(",\"p").append(i).append(text);
      }
      assertThat(target.status("POST", "/people", "", body + "}")).isEqualTo(400);
    }
  },
  DEEP_FILTER(40) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String opening = random.nextBoolean() ? "(" : "not%20";
      String filter = opening.repeat(101 + random.nextInt(9000));
      assertThat(target.status("GET", "/people()?$filter=" + filter + "n%20eq%201", "", ""))
          .isIn(400, 414);
    }
  },
  LONG_FILTER(20) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String filter = "n%20eq%201" + "%20or%20n%20eq%201".repeat(random.nextInt(6000));
      assertThat(target.status("GET", "/people()?$filter=" + filter, "", ""))
          .isIn(0, 200, 400, 414, 431);
    }
  },
  STRANGE_FILTER(80) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String good = "PartitionKey%20eq%20'p'%20and%20(n%20lt%205L%20or%20not%20(t%20ge%201.5))";
      String filter = mutated(good, random, 6).replaceAll("[^!-~]|#", "_");
      assertThat(target.status("GET", "/people()?$filter=" + filter, "", ""))
          .isIn(200, 400, 403, 501);
    }
  },
  WRONG_SIGNATURE(60) {
    @Override
    public void make(TableTarget target, RandomGenerator random) throws IOException {
      String head = target.head("GET", "/people()", "", 0);
      assertThat(target.status(head.replace("localhost:", "localhost:A"))).isEqualTo(403);
    }
  };

  private static final String BATCH = "Content-Type: multipart/mixed; boundary=b\r\n";
  private static final String OPENING = "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n";
  private static final String CLOSING = "--c--\r\n--b--\r\n";

  private final int weight;

  TableAttack(int weight) {
    this.weight = weight;
  }

  @Override
  public int weight() {
    return weight;
  }

  private static String part(int row) {
    return String.join(
        "\r\n",
        "--c",
        "Content-Type: application/http",
        "",
        "PUT http://x/people(PartitionKey='p',RowKey='%d') HTTP/1.1".formatted(row),
        "",
        "{\"n\":1}",
        "");
  }

  private static String mutated(String text, RandomGenerator random, int changesMax) {
    StringBuilder out = new StringBuilder(text);
    for (int changes = 1 + random.nextInt(changesMax); changes > 0; changes--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(3)) {
        case 0 -> out.setCharAt(at, (char) random.nextInt(256));
        case 1 -> out.deleteCharAt(at);
        default -> out.insert(at, (char) random.nextInt(256));
      }
    }
    return out.toString();
  }
}
