import { useCallback, useMemo } from 'react';
import type { PartitionList, TopKeys } from '../../api/observations';
import { byteMarks, bytes, count, visible } from '../../lib/format';
import { capText, capVerdict, growthText } from '../../lib/growth';
import { giniVerdict, keySizeVerdict, lorenz, storageVerdict, thinned } from '../../lib/verdicts';
import { axis, type Colours, keyGrid } from '../../ui/chart-style';
import { Picture } from '../../ui/picture';

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
      actions={
        <span className="small quiet">
          limit {bytes(limit)}, mean {bytes(Math.round(mean))}
        </span>
      }
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
export function LargestKeys(props: { keys: TopKeys; list: PartitionList }) {
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
        data: drawn.map((each) => visible(each.partitionKey, 40)),
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

/** How unequal keys are: the further the curve hangs, the fewer keys hold everything. */
export function Inequality(props: { keys: TopKeys }) {
  const sizes = useMemo(
    () => props.keys.keys.map((each) => (each.dataBytes ?? 0) + (each.indexBytes ?? 0)),
    [props.keys],
  );
  const { points, gini } = useMemo(() => lorenz(sizes), [sizes]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 56, right: 24, top: 16, bottom: 44 },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (value: unknown) => `${(Number(value) * 100).toFixed(1)} %`,
      },
      xAxis: axis(colours, {
        type: 'value',
        min: 0,
        max: 1,
        name: 'share of keys, smallest first',
        nameLocation: 'middle',
        nameGap: 28,
        axisLabel: { color: colours.quiet, formatter: (value: number) => `${value * 100} %` },
      }),
      yAxis: axis(colours, {
        type: 'value',
        min: 0,
        max: 1,
        axisLabel: { color: colours.quiet, formatter: (value: number) => `${value * 100} %` },
      }),
      series: [
        {
          name: 'Share of bytes',
          type: 'line',
          showSymbol: false,
          lineStyle: { color: colours.accent, width: 2 },
          areaStyle: { color: colours.accent, opacity: 0.12 },
          data: thinned(points),
        },
        {
          name: 'All alike',
          type: 'line',
          showSymbol: false,
          lineStyle: { color: colours.quiet, type: 'dashed', width: 1 },
          data: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    }),
    [points],
  );
  const table = useMemo(
    () => ({
      head: ['Share of keys', 'Share of bytes'],
      rows: points.map(([x, y]) => [`${(x * 100).toFixed(2)} %`, `${(y * 100).toFixed(2)} %`]),
    }),
    [points],
  );
  return (
    <Picture
      title="Inequality of keys"
      name="lorenz"
      verdict={giniVerdict(gini, sizes.length)}
      option={option}
      table={table}
      actions={
        sizes.length >= 1000 ? (
          <span className="small quiet">the largest {count(sizes.length)}</span>
        ) : null
      }
    />
  );
}
