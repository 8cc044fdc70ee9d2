import { percent } from './format';
import { lorenz, type Verdict } from './verdicts';

/** What a key was seen to spend, which is sampled and may be too high by so much. */
export interface SpentKey {
  requestUnits?: number;
  overestimateMax?: number;
}

export interface Spent {
  /** Of each key that can be named, what was surely spent on it. */
  surely: number[];
  /** The part of all that was spent on keys that are too many to be counted. */
  unnamed: number;
}

/**
 * A key that is not counted yet takes the place of the lightest and what that had spent: so much is
 * its own only perhaps, and together they are what went to keys that have no place.
 */
export function spentOn(keys: readonly SpentKey[]): Spent {
  const total = sum(keys.map((each) => each.requestUnits ?? 0));
  const surely = keys
    .map((each) => (each.requestUnits ?? 0) - (each.overestimateMax ?? 0))
    .filter((units) => units > 0);
  return { surely, unnamed: total === 0 ? 0 : 1 - sum(surely) / total };
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Fewer request units than this are a few samples, which say nothing about the keys. */
const ENOUGH = 100;

/** More keys than are counted have more than this part: no few of them can be hot. */
const MANY = 0.5;

/** Whether few keys have most of what is spent. */
export function spentVerdict({ surely, unnamed }: Spent): Verdict {
  const spent = sum(surely);
  if (spent < ENOUGH) {
    return {
      grade: '',
      text:
        unnamed > MANY
          ? 'Requests go to more keys than are counted, and none of them stands out.'
          : 'Too few requests in the last minutes to tell.',
    };
  }
  if (unnamed > MANY) {
    return {
      grade: 'good',
      text: `${percent(unnamed)} went to more keys than are counted: no few keys are hot.`,
    };
  }
  const keys = surely.length;
  const largest = Math.max(...surely) / spent;
  if (keys === 1) {
    return { grade: 'bad', text: 'All of it went to one key: it can be on one partition only.' };
  }
  const gini = lorenz(surely).gini;
  const said = `Gini ${gini.toFixed(2)} over ${keys} keys`;
  return largest > 0.6
    ? { grade: 'bad', text: `${said}: one of them has ${percent(largest)}.` }
    : gini > 0.7
      ? { grade: 'bad', text: `${said}: few of them have nearly everything.` }
      : gini > 0.5
        ? { grade: 'warn', text: `${said}: they differ much.` }
        : { grade: 'good', text: `${said}: requests go to all of them alike.` };
}
