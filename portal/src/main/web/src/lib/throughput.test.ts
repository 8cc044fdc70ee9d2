import { expect, test } from 'vitest';
import { throughputPreview } from './throughput';

test('more throughput than partitions can serve splits them', () => {
  const preview = throughputPreview(1, 400, 25_000, 10_000);
  expect(preview.partitionsAfter).toBe(3);
  expect(preview.text).toBe(
    'With 25,000 RU/s 1 partition becomes 3, by splits that cannot be undone; each serves 8,333 RU/s instead of 400.',
  );
});

test('a little more is shared by those that are there', () => {
  expect(throughputPreview(4, 4_000, 8_000, 10_000)).toMatchObject({
    partitionsBefore: 4,
    partitionsAfter: 4,
    unitsBefore: 1_000,
    unitsAfter: 2_000,
  });
  expect(throughputPreview(1, 400, 500, 10_000).text).toBe(
    'With 500 RU/s the one partition stays; each serves 500 RU/s instead of 400.',
  );
});

test('less throughput leaves all partitions, each with less', () => {
  expect(throughputPreview(4, 40_000, 400, 10_000).text).toContain('each serves 100 RU/s');
  expect(throughputPreview(4, 40_000, 400, 10_000).text).toContain('never put together again');
});
