import { count } from './format';

export interface ThroughputPreview {
  partitionsBefore: number;
  partitionsAfter: number;
  unitsBefore: number;
  unitsAfter: number;
  text: string;
}

/**
 * What another throughput does to the partitions of a container.
 *
 * @param most what a physical partition serves at most
 */
export function throughputPreview(
  partitions: number,
  present: number,
  wanted: number,
  most: number,
): ThroughputPreview {
  const after = Math.max(partitions, Math.ceil(wanted / most));
  const unitsBefore = present / Math.max(1, partitions);
  const unitsAfter = wanted / Math.max(1, after);
  const noun = (number: number) => `${count(number)} ${number === 1 ? 'partition' : 'partitions'}`;
  const stay =
    after > partitions
      ? `${noun(partitions)} ${partitions === 1 ? 'becomes' : 'become'} ${count(after)}, by splits that cannot be undone`
      : partitions === 1
        ? 'the one partition stays'
        : `the ${noun(partitions)} stay`;
  const less =
    wanted < present && partitions > 1
      ? ' Partitions are never put together again, so each keeps its part of less.'
      : '';
  return {
    partitionsBefore: partitions,
    partitionsAfter: after,
    unitsBefore,
    unitsAfter,
    text: `With ${count(wanted)} RU/s ${stay}; each serves ${count(unitsAfter)} RU/s instead of ${count(unitsBefore)}.${less}`,
  };
}
