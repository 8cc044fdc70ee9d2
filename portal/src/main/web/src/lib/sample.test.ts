import { describe, expect, it } from 'vitest';
import { sampleData } from './sample';

describe('sample data', () => {
  it('are the same each time', () => {
    expect(sampleData(50)).toEqual(sampleData(50));
  });

  it('have keys that are as good and bad as they say', () => {
    for (const each of sampleData(1000)) {
      const sizes = new Map<unknown, number>();
      for (const item of each.items) {
        const key = item[each.partitionKey.slice(1)];
        sizes.set(key, (sizes.get(key) ?? 0) + 1);
      }
      const largest = Math.max(...sizes.values()) / 1000;
      if (each.good) {
        expect(largest).toBeLessThan(0.05);
      } else {
        expect(largest).toBeGreaterThan(0.7);
      }
    }
  });
});
