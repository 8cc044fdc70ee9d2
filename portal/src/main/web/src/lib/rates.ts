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

export interface Latency {
  at: number;
  /** Mean seconds of what ended between this sample and the one before, by API and operation. */
  means: Record<string, number>;
}

const spent = (summary: MetricsSummary): Map<string, { requests: number; seconds: number }> =>
  new Map(
    summary.durations.map((each) => [
      `${each.api} ${each.operation}`,
      { requests: each.requests, seconds: each.requests * each.meanSeconds },
    ]),
  );

/** How long requests took between each two samples. */
export function latencies(samples: readonly Sample[]): Latency[] {
  const totals = samples.map((sample) => spent(sample.summary));
  return samples.slice(1).map((sample, at) => {
    const means: Record<string, number> = {};
    for (const [name, now] of totals[at + 1] ?? []) {
      const before = totals[at]?.get(name) ?? { requests: 0, seconds: 0 };
      const requests = now.requests - before.requests;
      if (requests > 0) {
        means[name] = Math.max(0, (now.seconds - before.seconds) / requests);
      }
    }
    return { at: sample.at, means };
  });
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
