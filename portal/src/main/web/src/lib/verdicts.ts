import { bytes, count, percent, units } from './format';
import { keyName } from './key-names';

export type Grade = 'good' | 'warn' | 'bad' | '';

export interface Verdict {
  grade: Grade;
  text: string;
}

export interface TouchedPartition {
  id: string;
  entries: number;
  items: number;
  bytes: number;
  returned: number;
  milliseconds: number;
  requestUnits: number;
}

export interface QueryRoute {
  access: string;
  partitions: TouchedPartition[];
}

/** What all pages of a query read in each partition. */
export function totals(routes: readonly (QueryRoute | null)[]): TouchedPartition[] {
  const sums = new Map<string, TouchedPartition>();
  for (const route of routes) {
    for (const each of route?.partitions ?? []) {
      const sum = sums.get(each.id);
      sums.set(each.id, {
        id: each.id,
        entries: (sum?.entries ?? 0) + each.entries,
        items: (sum?.items ?? 0) + each.items,
        bytes: (sum?.bytes ?? 0) + each.bytes,
        returned: (sum?.returned ?? 0) + each.returned,
        milliseconds: (sum?.milliseconds ?? 0) + each.milliseconds,
        requestUnits: (sum?.requestUnits ?? 0) + each.requestUnits,
      });
    }
  }
  return [...sums.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

/**
 * "1 of 16 partitions asked, 2.8 RU."
 *
 * @param all how many the container has, as far as that is known
 */
export function routeVerdict(
  routes: readonly (QueryRoute | null)[],
  charge: number,
  all = 0,
): Verdict {
  const touched = totals(routes);
  const asked = touched.length;
  if (asked === 0) {
    return { grade: '', text: units(charge) };
  }
  const noun = Math.max(asked, all) === 1 ? 'partition' : 'partitions';
  const share = all > asked ? `${asked} of ${count(all)}` : `${asked}`;
  const text = `${share} ${noun} asked, ${units(charge)}.`;
  return asked === 1
    ? { grade: 'good', text }
    : { grade: 'warn', text: `${text} A filter on the partition key would ask one.` };
}

export interface PartitionSize {
  ordinal: number;
  dataBytes: number;
  indexBytes: number;
}

/** Whether data spreads: by how much the largest partition is larger than the mean. */
export function storageVerdict(partitions: readonly PartitionSize[]): Verdict {
  const sizes = partitions.map((each) => each.dataBytes + each.indexBytes);
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sum === 0) {
    return { grade: '', text: 'There are no data yet.' };
  }
  if (partitions.length === 1) {
    return {
      grade: '',
      text: 'One partition holds everything: whether the key spreads shows once there are several.',
    };
  }
  const largest = Math.max(...sizes);
  const skew = largest / (sum / sizes.length);
  const share = largest / sum;
  const times = `${skew.toFixed(1)}×`;
  if (skew > 2) {
    const holder = partitions[sizes.indexOf(largest)] as PartitionSize;
    return {
      grade: skew > 5 || share > 0.6 ? 'bad' : 'warn',
      text:
        share > 0.6
          ? `One partition holds ${percent(share)}: bad key.`
          : `Partition ${holder.ordinal} holds ${percent(share)}, ${times} the mean: uneven.`,
    };
  }
  return { grade: 'good', text: `Largest is ${times} the mean: even.` };
}

export interface KeySize {
  partitionKey: string;
  bytes: number;
}

/** How much of what all keys hold the largest has, and how far it is from the cap. */
export function keySizeVerdict(keys: readonly KeySize[], cap: number, total: number): Verdict {
  const [largest] = keys;
  if (!largest || total === 0) {
    return { grade: '', text: 'There are no keys yet.' };
  }
  const share = largest.bytes / total;
  const filled = largest.bytes / cap;
  const text = `${keyName(largest.partitionKey)} is the largest: ${bytes(largest.bytes)}, ${percent(share)} of the data, ${percent(filled)} of the ${bytes(cap)} a key may hold.`;
  return {
    grade: filled > 0.8 || share > 0.6 ? 'bad' : filled > 0.5 || share > 0.3 ? 'warn' : 'good',
    text,
  };
}

export interface HeatRow {
  ordinal: number;
  requestUnits: (number | null)[];
  throttledRequests: (number | null)[];
  normalizedPeak: (number | null)[];
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** More than this part of what is spent makes a partition hot. */
const HOT = 0.6;

/** The first step from which on one partition has most of what is spent, whenever something is. */
function hotFrom(rows: readonly HeatRow[], hot: HeatRow): number {
  const busy = hot.requestUnits.map((units, step) => {
    const all = sum(rows.map((row) => row.requestUnits[step] ?? 0));
    return all === 0 ? null : (units ?? 0) / all > HOT;
  });
  const cold = busy.lastIndexOf(false);
  return busy.findIndex((is, step) => step > cold && is === true);
}

/**
 * Where requests go: evenly, or to one partition, and whether it was too much for it.
 *
 * @param timeOf the time of a step
 */
export function heatVerdict(
  rows: readonly HeatRow[],
  hottestKey?: string,
  timeOf?: (step: number) => string,
): Verdict {
  const spent = rows.map((row) => sum(row.requestUnits));
  const total = spent.reduce((all, each) => all + each, 0);
  if (total === 0) {
    return { grade: '', text: 'No requests in this time.' };
  }
  const throttled = sum(rows.map((row) => sum(row.throttledRequests)));
  const most = Math.max(...spent);
  const share = most / total;
  const hot = rows[spent.indexOf(most)] as HeatRow;
  const refused = throttled > 0 ? ` ${count(throttled)} requests were throttled.` : '';
  const key = hottestKey ? `: key ${keyName(hottestKey)}` : '';
  if (rows.length > 1 && share > HOT) {
    const from = hotFrom(rows, hot);
    const since = timeOf && from >= 0 ? `, from ${timeOf(from)} on` : '';
    return {
      grade: 'bad',
      text: `${percent(share)} of the request units went to partition ${hot.ordinal}${since}${key}.${refused}`,
    };
  }
  if (throttled > 0) {
    return {
      grade: 'warn',
      text: `Requests spread.${refused} The throughput is too low for them.`,
    };
  }
  return {
    grade: 'good',
    text:
      rows.length > 1
        ? `Requests spread: the busiest partition had ${percent(share)}.`
        : 'One partition serves everything, without throttling.',
  };
}

/** How even the two halves of a split would be. */
export function splitVerdict(left: Omit<PartitionSize, 'ordinal'>, right: typeof left): Verdict {
  const sizes = [left, right].map((half) => half.dataBytes + half.indexBytes);
  const total = sizes.reduce((all, each) => all + each, 0);
  if (total === 0) {
    return { grade: '', text: 'It holds nothing: its hashes are divided in the middle.' };
  }
  const share = Math.max(...sizes) / total;
  return share > 0.9
    ? {
        grade: 'bad',
        text: `One half would keep ${percent(share)}: a key stays whole, and this one has nearly everything. A split does not help.`,
      }
    : share > 0.65
      ? {
          grade: 'warn',
          text: `One half would keep ${percent(share)}: keys stay whole, and a large one lies there.`,
        }
      : { grade: 'good', text: `The larger half would hold ${percent(share)}.` };
}

/** Points of the Lorenz curve, and the Gini coefficient: 0 even, near 1 all in one. */
export function lorenz(values: readonly number[]): { points: [number, number][]; gini: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const total = sorted.reduce((all, each) => all + each, 0);
  if (sorted.length === 0 || total === 0) {
    return { points: [[0, 0]], gini: 0 };
  }
  const points: [number, number][] = [[0, 0]];
  let running = 0;
  let area = 0;
  sorted.forEach((value, at) => {
    const before = running / total;
    running += value;
    area += (before + running / total) / 2 / sorted.length;
    points.push([(at + 1) / sorted.length, running / total]);
  });
  return { points, gini: Math.max(0, 1 - 2 * area) };
}

const POINTS_DRAWN = 500;

/** As many points of a curve as can be told apart, the last among them. */
export const thinned = <T>(points: readonly T[], most = POINTS_DRAWN): T[] => {
  const step = Math.ceil(points.length / most);
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
};

export function giniVerdict(gini: number, keys: number): Verdict {
  if (keys === 0) {
    return { grade: '', text: 'There are no keys yet.' };
  }
  const value = gini.toFixed(2);
  if (keys < 20) {
    return {
      grade: 'bad',
      text: `Only ${keys} ${keys === 1 ? 'key' : 'keys'} (Gini ${value}): too few to spread over many partitions.`,
    };
  }
  return gini > 0.7
    ? { grade: 'bad', text: `Gini ${value}: few keys hold nearly everything.` }
    : gini > 0.5
      ? { grade: 'warn', text: `Gini ${value}: keys differ much.` }
      : { grade: 'good', text: `Gini ${value}: keys are alike.` };
}
