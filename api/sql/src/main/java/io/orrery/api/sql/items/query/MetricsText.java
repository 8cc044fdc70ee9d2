// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.gateway.query.QueryMetrics;
import io.orrery.gateway.query.QueryPage;
import java.util.Locale;

/// What a page of a query took, in the form that SDKs read.
///
/// Built-in functions are not timed: most take less than looking at the clock. The way to the items
/// is chosen while the query runs, so there are no phases of their own for that.
///
/// @param outputBytes the size of the answer
/// @param writeNanos how long it took to write it
record MetricsText(QueryPage page, QueryPhases phases, int outputBytes, long writeNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  @Override
  public String toString() {
    QueryMetrics metrics = page.metrics();
    long retrieved = metrics.retrieved();
    double ratio = retrieved == 0 ? 1 : Math.min(1, page.rows().size() / (double) retrieved);
    return String.join(
        ";",
        time("totalExecutionTime", phases.compileNanos() + phases.planNanos() + running(metrics)),
        time("queryCompileTime", phases.compileNanos()),
        time("queryLogicalPlanBuildTime", phases.planNanos()),
        time("queryPhysicalPlanBuildTime", 0),
        time("queryOptimizationTime", 0),
        time("VMExecutionTime", running(metrics)),
        time("indexLookupTime", metrics.lookupNanos()),
        time("documentLoadTime", metrics.loadNanos()),
        time("systemFunctionExecuteTime", 0),
        time("userFunctionExecuteTime", phases.functionNanos()),
        "retrievedDocumentCount=" + retrieved,
        "retrievedDocumentSize=" + metrics.retrievedBytes(),
        "outputDocumentCount=" + page.rows().size(),
        "outputDocumentSize=" + outputBytes,
        time("writeOutputTime", writeNanos),
        String.format(Locale.ROOT, "indexUtilizationRatio=%.2f", ratio));
  }

  /// All that is not preparation. Partitions are read at the same time, so their times together can
  /// be longer than it took; SDKs subtract them, and what is left must not be negative.
  private long running(QueryMetrics metrics) {
    return Math.max(metrics.nanos(), metrics.lookupNanos() + metrics.loadNanos()) + writeNanos;
  }

  private static String time(String name, long nanos) {
    return String.format(Locale.ROOT, "%sInMs=%.2f", name, nanos / NANOS_PER_MILLI);
  }
}
