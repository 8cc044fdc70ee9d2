import { bytes, duration, visible } from './format';
import { keyName } from './key-names';

/** A key, and how it grows as far as the server has watched it. */
export interface GrowingKey {
  partitionKey: string;
  growthBytesPerDay?: number;
  growthObservedSeconds?: number;
  /** The time at which it holds all that a key may. */
  reachesCap?: string;
}

const DAY = 86400;

/** "in 5 weeks". */
export function ahead(seconds: number): string {
  const days = seconds / DAY;
  if (days < 1) {
    return 'within a day';
  }
  const [value, unit] =
    days < 21
      ? [days, 'day']
      : days < 75
        ? [days / 7, 'week']
        : days < 730
          ? [days / 30.44, 'month']
          : [days / 365.25, 'year'];
  const whole = Math.round(value);
  return `in ${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** What a key gains in a day. */
export function growthText(key: GrowingKey): string {
  const growth = key.growthBytesPerDay;
  if (growth === undefined) {
    return 'not enough history';
  }
  return growth === 0 ? 'none' : `${growth < 0 ? '−' : '+'}${bytes(Math.abs(growth))}`;
}

/** The day on which a key reaches the cap, or why there is none. */
export function capText(key: GrowingKey): string {
  if (key.reachesCap !== undefined) {
    return key.reachesCap.slice(0, 10);
  }
  if (key.growthBytesPerDay === undefined) {
    return 'not enough history';
  }
  return key.growthBytesPerDay > 0 ? 'not in 100 years' : 'not growing';
}

/** Which key is the first to reach the cap, and when; empty if none is known to. */
export function capVerdict(keys: readonly GrowingKey[], cap: number, now: Date): string {
  const [first] = keys
    .filter((key) => key.reachesCap !== undefined)
    .sort((a, b) => (a.reachesCap ?? '').localeCompare(b.reachesCap ?? ''));
  if (first?.reachesCap) {
    const seconds = (Date.parse(first.reachesCap) - now.getTime()) / 1000;
    return seconds <= 0
      ? `${visible(keyName(first.partitionKey), 60)} has reached ${bytes(cap)}.`
      : `${visible(keyName(first.partitionKey), 60)} reaches ${bytes(cap)} ${ahead(seconds)}, on ${first.reachesCap.slice(0, 10)}, at the pace of the last ${duration(first.growthObservedSeconds ?? 0)}.`;
  }
  return '';
}

/** Why nothing is said about reaching the cap. */
export function capNote(keys: readonly GrowingKey[]): string {
  if (keys.length === 0 || keys.some((key) => key.reachesCap !== undefined)) {
    return '';
  }
  return keys.some((key) => key.growthBytesPerDay !== undefined)
    ? 'none is on its way to the cap'
    : 'growth is known after ten minutes';
}
