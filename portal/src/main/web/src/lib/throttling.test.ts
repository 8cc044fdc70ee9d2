import { describe, expect, it } from 'vitest';
import { ofPartition, ofSteps, share, stepsOf, throttledVerdict } from './throttling';

const row = (
  ordinal: number,
  requests: (number | null)[],
  throttledRequests: (number | null)[],
) => ({
  ordinal,
  requests,
  throttledRequests,
});

describe('the share of throttled requests', () => {
  it('is of all requests, in a partition and in a step', () => {
    const rows = [row(0, [null, 100, 0], [null, 0, 0]), row(3, [null, 20, 80], [null, 5, 40])];
    expect(rows.map(ofPartition).map(share)).toEqual([0, 0.45]);
    expect(ofSteps(rows).map(share)).toEqual([null, 5 / 120, 0.5]);
    expect(stepsOf(rows[1] as (typeof rows)[1]).map(share)).toEqual([null, 0.25, 0.5]);
    expect(ofSteps([])).toEqual([]);
  });

  it('has a verdict that names the worst partition', () => {
    expect(throttledVerdict([row(0, [980], [1]), row(3, [20], [9])])).toEqual({
      grade: 'bad',
      text: '10 of 1,000 requests (1 %) were throttled; partition 3 turned away 9 of its 20 (45 %).',
    });
    expect(throttledVerdict([row(0, [1000], [12])])).toEqual({
      grade: 'warn',
      text: '12 of 1,000 requests (1 %) were throttled.',
    });
    expect(throttledVerdict([row(0, [1000], [0])])).toEqual({
      grade: 'good',
      text: 'None of 1,000 requests was throttled.',
    });
    expect(throttledVerdict([row(0, [null, 0], [null, 0])]).grade).toBe('');
  });
});
