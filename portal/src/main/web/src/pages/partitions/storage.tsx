import { useCallback, useMemo } from 'react';
import type { PartitionList, TopKeys } from '../../api/observations';
import type { Target } from '../../lib/address';
import { byteMarks, bytes, count, visible } from '../../lib/format';
import { capNote, capText, capVerdict, growthText } from '../../lib/growth';
import { keyName } from '../../lib/key-names';
import { giniVerdict, keySizeVerdict, storageVerdict } from '../../lib/verdicts';
import { axis, type Colours, keyGrid } from '../../ui/chart-style';
import { Picture } from '../../ui/picture';
import { KeyLinks } from './key-links';
import { Lorenz } from './lorenz';

const KEYS_DRAWN = 15;

/** One bar for each physical partition: data and index, with the mean and the limit. */
export function Storage(props: { list: PartitionList }) {
  const { partitions, physicalPartitionBytesMax: limit } = props.list;
  const sizes = partitions.map((each) => each.dataBytes + each.indexBytes);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const largest = Math.max(0, ...sizes);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 70, right: 90, top: 30, bottom: 40 },
      legend: { top: 0, right: 0, textStyle: { color: colours.quiet } },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => bytes(Number(value)) },
      xAxis: axis(colours, {
        type: 'category',
        name: 'partition',
        nameLocation: 'middle',
        nameGap: 26,
        data: partitions.map((each) => String(each.ordinal)),
      }),
      yAxis: axis(colours, {
        type: 'value',
        ...byteMarks(largest > limit / 3 ? Math.max(limit, largest) : largest),
        axisLabel: { color: colours.quiet, formatter: (value: number) => bytes(value) },
      }),
      series: [
        {
          name: 'Data',
          type: 'bar',
          stack: 'size',
          barMaxWidth: 56,
          itemStyle: { color: colours.accent },
          data: partitions.map((each) => each.dataBytes),
          markLine: {
            symbol: 'none',
            lineStyle: { color: colours.text, type: 'dashed' },
            label: { color: colours.text, formatter: ({ name }: { name: string }) => name },
            data: [
              { name: `mean ${bytes(Math.round(mean))}`, yAxis: mean },
              ...(largest > limit / 3
                ? [
                    {
                      name: `limit ${bytes(limit)}`,
                      yAxis: limit,
                      lineStyle: { color: colours.bad },
                    },
                  ]
                : []),
            ],
          },
        },
        {
          name: 'Index',
          type: 'bar',
          stack: 'size',
          itemStyle: { color: colours.accent, opacity: 0.4 },
          data: partitions.map((each) => each.indexBytes),
        },
      ],
    }),
    [partitions, limit, mean, largest],
  );
  return (
    <Picture
      title="Storage per physical partition"
      name="storage"
      verdict={storageVerdict(partitions)}
      option={option}
      note={`limit ${bytes(limit)}, mean ${bytes(Math.round(mean))}`}
      table={{
        head: ['Partition', 'Items', 'Data bytes', 'Index bytes', 'Share of the limit', 'RU/s'],
        rows: partitions.map((each) => [
          String(each.ordinal),
          each.items,
          each.dataBytes,
          each.indexBytes,
          `${(((each.dataBytes + each.indexBytes) / limit) * 100).toFixed(2)} %`,
          each.unitsPerSecond,
        ]),
      }}
    />
  );
}

/** The largest logical partitions, and when they reach what one may hold. */
export function LargestKeys(props: { target: Target; keys: TopKeys; list: PartitionList }) {
  const cap = props.list.logicalPartitionBytesMax;
  const total = props.list.partitions.reduce(
    (sum, each) => sum + each.dataBytes + each.indexBytes,
    0,
  );
  const keys = useMemo(
    () =>
      props.keys.keys.map((each) => ({
        ...each,
        bytes: (each.dataBytes ?? 0) + (each.indexBytes ?? 0),
      })),
    [props.keys],
  );
  const drawn = useMemo(() => keys.slice(0, KEYS_DRAWN).reverse(), [keys]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { ...keyGrid(drawn), right: drawn.some((each) => each.reachesCap) ? 90 : 28 },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => bytes(Number(value)) },
      xAxis: axis(colours, {
        type: 'value',
        ...byteMarks(drawn.at(-1)?.bytes ?? 0, 3),
        axisLabel: {
          color: colours.quiet,
          formatter: (value: number) => bytes(value),
          hideOverlap: true,
        },
      }),
      yAxis: axis(colours, {
        type: 'category',
        data: drawn.map((each) => visible(keyName(each.partitionKey), 40)),
        axisLabel: { color: colours.quiet, width: 140, overflow: 'truncate' },
      }),
      series: [
        {
          name: 'Size',
          type: 'bar',
          barMaxWidth: 18,
          itemStyle: { color: colours.accent },
          data: drawn.map((each) => each.bytes),
          label: {
            show: true,
            position: 'right',
            color: colours.quiet,
            formatter: ({ dataIndex }: { dataIndex: number }) =>
              drawn[dataIndex]?.reachesCap?.slice(0, 10) ?? '',
          },
          ...((drawn.at(-1)?.bytes ?? 0) > cap / 3
            ? {
                markLine: {
                  symbol: 'none',
                  lineStyle: { color: colours.bad },
                  label: { formatter: 'cap', color: colours.bad },
                  data: [{ xAxis: cap }],
                },
              }
            : {}),
        },
      ],
    }),
    [drawn, cap],
  );
  const verdict = keySizeVerdict(keys, cap, total);
  const when = capVerdict(keys, cap, new Date());
  return (
    <Picture
      title="Largest keys"
      name="largest-keys"
      note={capNote(keys)}
      drawing={<KeyLinks target={props.target} keys={keys} />}
      verdict={{ ...verdict, text: `${verdict.text} ${when}`.trim() }}
      option={option}
      table={{
        head: [
          'Partition key',
          'Items',
          'Bytes',
          'Share of the cap',
          'Growth in a day',
          'Reaches the cap',
        ],
        rows: keys.map((each) => [
          each.partitionKey,
          each.items ?? 0,
          each.bytes,
          `${((each.bytes / cap) * 100).toFixed(3)} %`,
          growthText(each),
          capText(each),
        ]),
      }}
    />
  );
}

/** How unequal keys are in what they hold. */
export function Inequality(props: { keys: TopKeys }) {
  const sizes = useMemo(
    () => props.keys.keys.map((each) => (each.dataBytes ?? 0) + (each.indexBytes ?? 0)),
    [props.keys],
  );
  return (
    <Lorenz
      title="Inequality of keys"
      name="lorenz"
      what="bytes"
      values={sizes}
      judge={(gini) => giniVerdict(gini, sizes.length)}
      note={sizes.length >= 1000 ? `the largest ${count(sizes.length)}` : null}
    />
  );
}
