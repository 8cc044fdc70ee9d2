import { describe, expect, it } from 'vitest';
import { withIdle } from './heat';

describe('heat map', () => {
  it('has a row for partitions that did nothing', () => {
    const busy = {
      ordinal: 1,
      requestUnits: [null, 5],
      requests: [null, 2],
      throttledRequests: [null, 0],
      normalizedPeak: [null, 0.5],
    };
    const map = withIdle(
      { from: '2026-11-16T00:00:00Z', stepSeconds: 10, partitions: [busy] },
      [0, 1],
    );
    expect(map.partitions.map((row) => row.ordinal)).toEqual([0, 1]);
    expect(map.partitions[0]?.requestUnits).toEqual([null, 0]);
    expect(map.partitions[1]).toBe(busy);
  });

  it('stays empty if nothing is known', () => {
    const empty = { from: '2026-11-16T00:00:00Z', stepSeconds: 10, partitions: [] };
    expect(withIdle(empty, [0])).toBe(empty);
  });
});
