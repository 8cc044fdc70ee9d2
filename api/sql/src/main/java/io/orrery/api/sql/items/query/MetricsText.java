// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.gateway.query.QueryMetrics;
import io.orrery.gateway.query.QueryPage;
import java.util.Locale;

/// What a page of a query took, in the form that SDKs read.
final class MetricsText {
  private static final double NANOS_PER_MILLI = 1e6;

  private MetricsText() {}

  /// @param outputBytes the size of the answer
  static String of(QueryPage page, int outputBytes) {
    QueryMetrics metrics = page.metrics();
    String millis = String.format(Locale.ROOT, "%.2f", metrics.nanos() / NANOS_PER_MILLI);
    long retrieved = metrics.retrieved();
    double ratio = retrieved == 0 ? 1 : Math.min(1, page.rows().size() / (double) retrieved);
    return "totalExecutionTimeInMs=%s;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
            .formatted(millis)
        + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;"
        + "VMExecutionTimeInMs=%s;indexLookupTimeInMs=0.00;documentLoadTimeInMs=0.00;"
            .formatted(millis)
        + "systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00;"
        + "retrievedDocumentCount=%d;retrievedDocumentSize=%d;"
            .formatted(retrieved, metrics.retrievedBytes())
        + "outputDocumentCount=%d;outputDocumentSize=%d;writeOutputTimeInMs=0.00;"
            .formatted(page.rows().size(), outputBytes)
        + String.format(Locale.ROOT, "indexUtilizationRatio=%.2f", ratio);
  }
}
