import type { HeatMap } from '../api/observations';

/** A row for every partition: those without one did nothing in the steps that others are known for. */
export function withIdle(map: HeatMap, ordinals: readonly number[]): HeatMap {
  const [first] = map.partitions;
  const there = new Set(map.partitions.map((row) => row.ordinal));
  if (!first) {
    return map;
  }
  const known = first.requestUnits.map((_, step) =>
    map.partitions.some((row) => row.requestUnits[step] !== null),
  );
  const nothing = known.map((each) => (each ? 0 : null));
  const idle = ordinals
    .filter((ordinal) => !there.has(ordinal))
    .map((ordinal) => ({
      ordinal,
      requestUnits: nothing,
      requests: nothing,
      throttledRequests: nothing,
      normalizedPeak: nothing,
    }));
  return {
    ...map,
    partitions: [...map.partitions, ...idle].sort((a, b) => a.ordinal - b.ordinal),
  };
}
