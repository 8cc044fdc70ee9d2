import { describe, expect, it } from 'vitest';
import {
  giniVerdict,
  heatVerdict,
  keySizeVerdict,
  lorenz,
  routeVerdict,
  splitVerdict,
  storageVerdict,
  thinned,
  totals,
} from './verdicts';

const partition = (ordinal: number, dataBytes: number) => ({ ordinal, dataBytes, indexBytes: 0 });
const heat = (ordinal: number, units: number, throttled = 0) => ({
  ordinal,
  requestUnits: [units, null],
  throttledRequests: [throttled, null],
  normalizedPeak: [0.5, null],
});

describe('verdicts', () => {
  it('tell even storage from a bad key', () => {
    expect(storageVerdict([partition(0, 130), partition(1, 100), partition(2, 70)])).toEqual({
      grade: 'good',
      text: 'Largest is 1.3× the mean: even.',
    });
    expect(storageVerdict([0, 1, 2, 3].map((at) => partition(at, at === 2 ? 78 : 22 / 3)))).toEqual(
      {
        grade: 'bad',
        text: 'One partition holds 78 %: bad key.',
      },
    );
    expect(storageVerdict([partition(7, 5)]).text).toContain('One partition');
    expect(storageVerdict([]).grade).toBe('');
  });

  it('name the partition and the key that requests go to', () => {
    expect(heatVerdict([heat(0, 5), heat(3, 95, 12)], '["2026-11-15"]')).toEqual({
      grade: 'bad',
      text: '95 % of the request units went to partition 3: key 2026-11-15. 12 requests were throttled.',
    });
    const over = (ordinal: number, requestUnits: (number | null)[]) => ({
      ...heat(ordinal, 0),
      requestUnits,
    });
    const rows = [over(0, [null, 50, 0, 1, 0]), over(3, [null, 50, 300, 99, 0])];
    expect(heatVerdict(rows, 'k', (step) => `10:0${step}`).text).toBe(
      '90 % of the request units went to partition 3, from 10:02 on: key k.',
    );
    const spread = [over(0, [300, 50]), over(3, [0, 50])];
    expect(heatVerdict(spread, 'k', String).text).toBe(
      '88 % of the request units went to partition 0: key k.',
    );
    expect(heatVerdict([heat(0, 50), heat(1, 50)]).grade).toBe('good');
    expect(heatVerdict([heat(0, 50, 1), heat(1, 50)]).grade).toBe('warn');
    expect(heatVerdict([heat(0, 0)]).grade).toBe('');
  });

  it('draw no more points than can be told apart', () => {
    const all = Array.from({ length: 10_001 }, (_, at) => at);
    expect(thinned(all).length).toBeLessThanOrEqual(501);
    expect(thinned(all).at(-1)).toBe(10_000);
    expect(thinned([1, 2, 3])).toEqual([1, 2, 3]);
  });

  it('tell whether a split would help', () => {
    const held = (dataBytes: number) => ({ dataBytes, indexBytes: 0 });
    expect(splitVerdict(held(48), held(52))).toEqual({
      grade: 'good',
      text: 'The larger half would hold 52 %.',
    });
    expect(splitVerdict(held(20), held(80)).grade).toBe('warn');
    expect(splitVerdict(held(0), held(80)).text).toContain('A split does not help.');
    expect(splitVerdict(held(0), held(0)).grade).toBe('');
  });

  it('tell how many partitions a query asked', () => {
    const touched = (id: string) => ({
      id,
      entries: 1,
      items: 1,
      bytes: 10,
      returned: 2,
      milliseconds: 0.5,
      requestUnits: 1.25,
    });
    expect(routeVerdict([{ access: 'x', partitions: [touched('4')] }], 2.8)).toEqual({
      grade: 'good',
      text: '1 partition asked, 2.8 RU.',
    });
    const two = { access: 'x', partitions: [touched('4'), touched('5')] };
    expect(routeVerdict([two, two], 9).text).toMatch(/^2 partitions asked, 9 RU\./);
    expect(routeVerdict([two], 9, 16).text).toMatch(/^2 of 16 partitions asked, 9 RU\./);
    expect(routeVerdict([two], 9, 1).text).toMatch(/^2 partitions asked/);
    expect(routeVerdict([null], 1).text).toBe('1 RU');
    expect(totals([two, null, two])[1]).toEqual({
      id: '5',
      entries: 2,
      items: 2,
      bytes: 20,
      returned: 4,
      milliseconds: 1,
      requestUnits: 2.5,
    });
  });

  it('tell how near a key is to the cap', () => {
    const cap = 20 * 1024 ** 3;
    expect(keySizeVerdict([{ partitionKey: '["a"]', bytes: 100 }], cap, 1000).grade).toBe('good');
    expect(keySizeVerdict([{ partitionKey: '["a"]', bytes: 900 }], cap, 1000).grade).toBe('bad');
    expect(
      keySizeVerdict([{ partitionKey: '["a"]', bytes: 0.9 * cap }], cap, 100 * cap).grade,
    ).toBe('bad');
    expect(keySizeVerdict([], cap, 0).grade).toBe('');
  });

  it('measure inequality', () => {
    expect(lorenz([5, 5, 5, 5]).gini).toBeCloseTo(0);
    expect(lorenz([0, 0, 0, 1]).gini).toBeCloseTo(0.75);
    expect(lorenz([]).gini).toBe(0);
    expect(lorenz([1, 3]).points).toEqual([
      [0, 0],
      [0.5, 0.25],
      [1, 1],
    ]);
    expect(giniVerdict(0.1, 5).grade).toBe('bad');
    expect(giniVerdict(0.1, 500).grade).toBe('good');
  });
});
