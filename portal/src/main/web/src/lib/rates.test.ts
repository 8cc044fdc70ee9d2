import { describe, expect, it } from 'vitest';
import { rates } from './rates';

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

  it('never go below nothing', () => {
    const [rate] = rates([
      { at: 1000, summary: summary(10, 1) },
      { at: 2000, summary: summary(1, 0) },
    ]);
    expect(rate).toEqual({ at: 2000, requests: 0, throttled: 0, requestUnits: 0 });
  });
});
