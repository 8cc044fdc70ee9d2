import { describe, expect, it } from 'vitest';
import { latencies, rates } from './rates';

const summary = (requests: number, throttled: number) => ({
  containers: [
    {
      database: 'd',
      container: 'c',
      api: 'sql',
      operations: [
        { operation: 'read', status: 'ok', requests, requestUnits: requests * 2 },
        { operation: 'read', status: 'too-many-requests', requests: throttled, requestUnits: 0 },
      ],
    },
  ],
  durations: [],
});

describe('rates', () => {
  it('are what happened between two looks', () => {
    expect(
      rates([
        { at: 1000, summary: summary(10, 0) },
        { at: 3000, summary: summary(30, 4) },
      ]),
    ).toEqual([{ at: 3000, requests: 12, throttled: 2, requestUnits: 20 }]);
  });

  it('have latencies of what ended between two looks', () => {
    const took = (requests: number, meanSeconds: number) => ({
      containers: [],
      durations: [
        {
          api: 'sql',
          operation: 'read',
          requests,
          meanSeconds,
          medianSecondsMax: 1,
          p99SecondsMax: 1,
        },
      ],
    });
    expect(
      latencies([
        { at: 1000, summary: took(10, 0.1) },
        { at: 3000, summary: took(20, 0.2) },
        { at: 5000, summary: took(20, 0.2) },
      ]),
    ).toEqual([
      { at: 3000, means: { 'sql read': expect.closeTo(0.3) } },
      { at: 5000, means: {} },
    ]);
  });

  it('never go below nothing', () => {
    const [rate] = rates([
      { at: 1000, summary: summary(10, 1) },
      { at: 2000, summary: summary(1, 0) },
    ]);
    expect(rate).toEqual({ at: 2000, requests: 0, throttled: 0, requestUnits: 0 });
  });
});
