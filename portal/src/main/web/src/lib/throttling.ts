import { count, percent } from './format';
import type { Verdict } from './verdicts';

export interface ThrottledRow {
  ordinal: number;
  requests: (number | null)[];
  throttledRequests: (number | null)[];
}

/** Requests that came, and those among them that were turned away. */
export interface Turned {
  requests: number;
  throttled: number;
}

/** Which part was turned away; null if nobody came. */
export const share = ({ requests, throttled }: Turned): number | null =>
  requests === 0 ? null : throttled / requests;

const plus = (one: Turned, two: Turned): Turned => ({
  requests: one.requests + two.requests,
  throttled: one.throttled + two.throttled,
});

const NONE: Turned = { requests: 0, throttled: 0 };

export const sum = (all: readonly Turned[]): Turned => all.reduce(plus, NONE);

const at = (row: ThrottledRow, step: number): Turned => ({
  requests: row.requests[step] ?? 0,
  throttled: row.throttledRequests[step] ?? 0,
});

/** A partition in all steps together. */
export const ofPartition = (row: ThrottledRow): Turned => sum(stepsOf(row));

/** All partitions, step by step. */
export const ofSteps = (rows: readonly ThrottledRow[]): Turned[] =>
  (rows[0]?.requests ?? []).map((_, step) => sum(rows.map((row) => at(row, step))));

/** One partition, step by step. */
export const stepsOf = (row: ThrottledRow): Turned[] =>
  row.requests.map((_, step) => at(row, step));

/** A service that is used well throttles a few; more than this part of them hurts. */
const HURTS = 0.05;

/** "90 of 1,000 requests (9 %) were throttled; partition 3 turned away 80 of its 100 (80 %)." */
export function throttledVerdict(rows: readonly ThrottledRow[]): Verdict {
  const partitions = rows.map((row) => ({ ordinal: row.ordinal, ...ofPartition(row) }));
  const total = sum(partitions);
  if (total.requests === 0) {
    return { grade: '', text: 'No requests in this time.' };
  }
  if (total.throttled === 0) {
    return { grade: 'good', text: `None of ${count(total.requests)} requests was throttled.` };
  }
  const [worst] = partitions.sort((a, b) => (share(b) ?? 0) - (share(a) ?? 0));
  const text = `${count(total.throttled)} of ${count(total.requests)} requests (${percent(share(total) ?? 0)}) were throttled`;
  const most = (worst && share(worst)) ?? 0;
  return {
    grade: most > HURTS ? 'bad' : 'warn',
    text:
      worst && partitions.length > 1
        ? `${text}; partition ${worst.ordinal} turned away ${count(worst.throttled)} of its ${count(worst.requests)} (${percent(most)}).`
        : `${text}.`,
  };
}
