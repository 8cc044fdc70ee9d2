// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MetricWriterTest {
  @Test
  void writesWhatPrometheusReads() {
    MetricWriter out = new MetricWriter();
    out.family("requests_total", MetricWriter.Type.COUNTER, "Requests");
    out.row("requests_total", 12, "api", "sql", "container", "a\"b\\c\nd");
    out.row("ratio", 0.25);
    assertThat(out)
        .hasToString(
            """
            # HELP requests_total Requests
            # TYPE requests_total counter
            requests_total{api="sql",container="a\\"b\\\\c\\nd"} 12
            ratio 0.25
            """);
  }
}
