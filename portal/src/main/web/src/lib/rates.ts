export interface MetricsSummary {
  containers: {
    database: string;
    container: string;
    api: string;
    operations: { operation: string; status: string; requests: number; requestUnits: number }[];
  }[];
  durations: {
    api: string;
    operation: string;
    requests: number;
    meanSeconds: number;
    medianSecondsMax: number;
    p99SecondsMax: number;
  }[];
}

export interface Sample {
  /** Milliseconds. */
  at: number;
  summary: MetricsSummary;
}

export interface Rate {
  at: number;
  requests: number;
  throttled: number;
  requestUnits: number;
}

interface Totals {
  requests: number;
  throttled: number;
  requestUnits: number;
}

function totals(summary: MetricsSummary): Totals {
  const sum = { requests: 0, throttled: 0, requestUnits: 0 };
  for (const container of summary.containers) {
    for (const each of container.operations) {
      sum.requests += each.requests;
      sum.requestUnits += each.requestUnits;
      sum.throttled += each.status === 'too-many-requests' ? each.requests : 0;
    }
  }
  return sum;
}

/** What happened in a second, between each two samples; a restart or a dropped container is no step back. */
export function rates(samples: readonly Sample[]): Rate[] {
  return samples.slice(1).map((sample, at) => {
    const before = samples[at] as Sample;
    const elapsed = Math.max(0.001, (sample.at - before.at) / 1000);
    const then = totals(before.summary);
    const now = totals(sample.summary);
    const rate = (name: keyof Totals) => Math.max(0, (now[name] - then[name]) / elapsed);
    return {
      at: sample.at,
      requests: rate('requests'),
      throttled: rate('throttled'),
      requestUnits: rate('requestUnits'),
    };
  });
}
