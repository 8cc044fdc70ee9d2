import { describe, expect, it } from 'vitest';
import { ahead, capNote, capText, capVerdict, growthText } from './growth';

const CAP = 20 * 1024 ** 3;
const NOW = new Date('2026-11-16T00:00:00Z');
const growing = {
  partitionKey: '["tenant-7"]',
  growthBytesPerDay: 5 * 1024 ** 2,
  growthObservedSeconds: 86400,
  reachesCap: '2026-12-21T00:00:00Z',
};
const resting = { partitionKey: '["a"]', growthBytesPerDay: 0, growthObservedSeconds: 900 };
const unknown = { partitionKey: '["b"]' };

describe('growth of keys', () => {
  it('tells the day on which the first reaches the cap', () => {
    const later = { ...growing, partitionKey: '["c"]', reachesCap: '2027-12-21T00:00:00Z' };
    expect(capVerdict([resting, later, growing, unknown], CAP, NOW)).toBe(
      'tenant-7 reaches 20 GB in 5 weeks, on 2026-12-21, at the pace of the last 1 d.',
    );
    expect(capVerdict([{ ...growing, reachesCap: NOW.toISOString() }], CAP, NOW)).toBe(
      'tenant-7 has reached 20 GB.',
    );
    expect(capText(growing)).toBe('2026-12-21');
    expect(growthText(growing)).toBe('+5 MB');
  });

  it('says so where nothing grows or nothing is known', () => {
    expect(capVerdict([resting, unknown], CAP, NOW)).toBe('');
    expect(capNote([resting, unknown])).toBe('none is on its way to the cap');
    expect(capNote([unknown])).toBe('growth is known after ten minutes');
    expect(capNote([growing, unknown])).toBe('');
    expect(capNote([])).toBe('');
    expect(capVerdict([], CAP, NOW)).toBe('');
    expect([resting, unknown].map(capText)).toEqual(['not growing', 'not enough history']);
    expect([resting, unknown].map(growthText)).toEqual(['none', 'not enough history']);
    expect(growthText({ ...resting, growthBytesPerDay: -2048 })).toBe('−2 KB');
    expect(capText({ ...resting, growthBytesPerDay: 1 })).toBe('not in 100 years');
  });

  it('tells times in words', () => {
    const day = 86400;
    expect([day / 2, day, 6.4 * day, 35 * day, 200 * day, 4000 * day].map(ahead)).toEqual([
      'within a day',
      'in 1 day',
      'in 6 days',
      'in 5 weeks',
      'in 7 months',
      'in 11 years',
    ]);
  });
});
