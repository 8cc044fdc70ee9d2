import type { JsonObject } from './json';

/** Numbers from 0 to 1, the same ones for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface SampleContainer {
  database: string;
  container: string;
  partitionKey: string;
  good: boolean;
  why: string;
  items: JsonObject[];
}

/** So many RU/s make four physical partitions, over which a good key spreads. */
export const SAMPLE_THROUGHPUT = 24000;

const COUNTRIES: readonly [string, number][] = [
  ['DE', 0.78],
  ['FR', 0.08],
  ['AT', 0.06],
  ['CH', 0.05],
  ['IT', 0.03],
];
const GOODS = [
  'telescope',
  'sextant',
  'astrolabe',
  'globe',
  'star chart',
  'lens',
  'tripod',
  'clock',
];

function pick<T>(weighted: readonly (readonly [T, number])[], at: number): T {
  let sum = 0;
  for (const [value, weight] of weighted) {
    sum += weight;
    if (at < sum) {
      return value;
    }
  }
  return (weighted.at(-1) as readonly [T, number])[0];
}

function orders(count: number): JsonObject[] {
  const next = random(7);
  return Array.from({ length: count }, (_, number) => {
    const lines = 1 + Math.floor(next() * 4);
    const items = Array.from({ length: lines }, () => ({
      product: GOODS[Math.floor(next() * GOODS.length)] as string,
      quantity: 1 + Math.floor(next() * 3),
      price: Math.round(2000 + next() * 90000) / 100,
    }));
    return {
      id: `order-${String(number).padStart(5, '0')}`,
      customerId: `customer-${String(Math.floor(next() * 160)).padStart(3, '0')}`,
      country: pick(COUNTRIES, next()),
      placed: new Date(Date.UTC(2026, 9, 1) + Math.floor(next() * 40 * 86400) * 1000).toISOString(),
      status: pick(
        [
          ['delivered', 0.7],
          ['shipped', 0.2],
          ['open', 0.1],
        ] as const,
        next(),
      ),
      lines: items,
      total:
        Math.round(items.reduce((sum, each) => sum + each.price * each.quantity, 0) * 100) / 100,
    };
  });
}

function readings(count: number): JsonObject[] {
  const next = random(11);
  return Array.from({ length: count }, (_, number) => {
    // One reading a minute or so: nearly all of them are of one day.
    const at = new Date(Date.UTC(2026, 10, 15) + Math.floor((number / count) * 26 * 3600) * 1000);
    return {
      id: `reading-${String(number).padStart(6, '0')}`,
      deviceId: `device-${String(Math.floor(next() * 120)).padStart(3, '0')}`,
      day: at.toISOString().slice(0, 10),
      at: at.toISOString(),
      metric: pick(
        [
          ['temperature', 0.6],
          ['humidity', 0.3],
          ['battery', 0.1],
        ] as const,
        next(),
      ),
      value: Math.round((15 + next() * 20) * 100) / 100,
    };
  });
}

/** A shop and a fleet of devices, each twice: with a key that spreads and with one that does not. */
export function sampleData(count = 1200): SampleContainer[] {
  const shop = orders(count);
  const fleet = readings(count);
  return [
    {
      database: 'sample-shop',
      container: 'orders-by-customer',
      partitionKey: '/customerId',
      good: true,
      why: 'Hundreds of customers, none of them large: data and requests spread.',
      items: shop,
    },
    {
      database: 'sample-shop',
      container: 'orders-by-country',
      partitionKey: '/country',
      good: false,
      why: 'Five countries, and one has most orders: one partition carries the shop.',
      items: shop,
    },
    {
      database: 'sample-iot',
      container: 'readings-by-device',
      partitionKey: '/deviceId',
      good: true,
      why: 'Each device writes to its own place: writes spread at any moment.',
      items: fleet,
    },
    {
      database: 'sample-iot',
      container: 'readings-by-day',
      partitionKey: '/day',
      good: false,
      why: 'All devices write to today: one partition is hot, tomorrow another one.',
      items: fleet,
    },
  ];
}
