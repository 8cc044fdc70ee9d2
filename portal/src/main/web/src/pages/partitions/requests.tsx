import { useCallback, useMemo } from 'react';
import type { HeatMap, TopKeys } from '../../api/observations';
import type { Target } from '../../lib/address';
import { count, percent, time, UTC, units, visible } from '../../lib/format';
import { keyName } from '../../lib/key-names';
import { spentOn, spentVerdict } from '../../lib/spending';
import {
  ofPartition,
  ofSteps,
  share,
  stepsOf,
  sum,
  type Turned,
  throttledVerdict,
} from '../../lib/throttling';
import { heatVerdict, type Verdict } from '../../lib/verdicts';
import { axis, type Colours, keyGrid } from '../../ui/chart-style';
import { Picture } from '../../ui/picture';
import { KeyLinks } from './key-links';
import { Lorenz } from './lorenz';

const PARTITIONS_DRAWN = 50;
const SAMPLED = 'last 10 to 20 minutes, sampled';

const at = (map: HeatMap, column: number): string =>
  new Date(Date.parse(map.from) + column * map.stepSeconds * 1000).toISOString();

/** Minutes, or seconds where several columns share a minute. */
const label = (map: HeatMap, column: number): string =>
  time(at(map, column)).slice(0, map.stepSeconds < 60 ? 8 : 5);

/** Time across, partitions down, colour for how much of its throughput each spent. */
export function Heat(props: { map: HeatMap; hottest: TopKeys | undefined }) {
  const { map } = props;
  const columns = map.partitions[0]?.normalizedPeak.length ?? 0;
  const { cells, throttled } = useMemo(() => marks(map), [map]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 70, right: 24, top: 34, bottom: 70 },
      tooltip: {
        formatter: (point: { value: [number, number, number]; seriesName: string }) => {
          const row = map.partitions[point.value[1]];
          const x = point.value[0];
          return row
            ? `${time(at(map, x))}  partition ${row.ordinal}\n${percent(row.normalizedPeak[x] ?? 0)} in the busiest second\n${units(row.requestUnits[x] ?? 0)}\n${count(row.throttledRequests[x] ?? 0)} of ${count(row.requests[x] ?? 0)} requests throttled`
            : '';
        },
      },
      xAxis: axis(colours, {
        type: 'category',
        data: Array.from({ length: columns }, (_, column) => label(map, column)),
        splitArea: { show: false },
      }),
      yAxis: axis(colours, {
        type: 'category',
        name: 'partition',
        data: map.partitions.map((row) => String(row.ordinal)),
      }),
      visualMap: {
        min: 0,
        max: 1,
        orient: 'horizontal',
        left: 'center',
        bottom: 0,
        itemHeight: 120,
        itemWidth: 12,
        text: ['100 %', '0 %'],
        textStyle: { color: colours.quiet },
        inRange: { color: [colours.accentGround, colours.accent, '#e0a030', colours.bad] },
        seriesIndex: 0,
      },
      series: [
        {
          name: 'Spent',
          type: 'heatmap',
          data: cells,
          progressive: 2000,
          itemStyle: { borderWidth: 1, borderColor: colours.surface },
        },
        {
          name: 'Throttled',
          type: 'heatmap',
          data: throttled,
          silent: true,
          itemStyle: { color: 'transparent', borderWidth: 2, borderColor: colours.text },
        },
      ],
    }),
    [map, cells, throttled, columns],
  );
  const hottest = props.hottest?.keys[0];
  const verdict = heatVerdict(map.partitions, hottest?.partitionKey, (step) => label(map, step));
  return (
    <Picture
      title="Request units over time"
      name="heat-map"
      tall
      verdict={verdict}
      option={option}
      table={{
        head: ['Time', 'Partition', 'RU', 'Busiest second', 'Requests', 'Throttled'],
        rows: map.partitions.flatMap((row) =>
          row.requestUnits.flatMap((spent, column) =>
            spent === null
              ? []
              : [
                  [
                    at(map, column),
                    String(row.ordinal),
                    spent,
                    percent(row.normalizedPeak[column] ?? 0),
                    row.requests[column] ?? 0,
                    row.throttledRequests[column] ?? 0,
                  ],
                ],
          ),
        ),
      }}
      note={`outlined: throttled; ${UTC}`}
    />
  );
}

/** A cell for each step that is known, and those in which requests were refused. */
function marks(map: HeatMap) {
  const cells: [number, number, number][] = [];
  const throttled: [number, number, number][] = [];
  map.partitions.forEach((row, y) => {
    row.normalizedPeak.forEach((value, x) => {
      if (value !== null) {
        cells.push([x, y, Math.min(1, value)]);
        const refused = row.throttledRequests[x] ?? 0;
        if (refused > 0) {
          throttled.push([x, y, refused]);
        }
      }
    });
  });
  return { cells, throttled };
}

/** Which part of all requests was refused, in each partition and in all, over time. */
export function ThrottledShare(props: { map: HeatMap }) {
  const { map } = props;
  const total = useMemo(() => ofSteps(map.partitions), [map]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 56, right: 24, top: 34, bottom: 32 },
      legend: { top: 0, type: 'scroll', textStyle: { color: colours.quiet } },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (value: unknown) =>
          typeof value === 'number' ? percent(value) : 'no requests',
      },
      xAxis: axis(colours, {
        type: 'category',
        data: total.map((_, column) => label(map, column)),
      }),
      yAxis: axis(colours, {
        type: 'value',
        min: 0,
        max: 1,
        axisLabel: { color: colours.quiet, formatter: (value: number) => `${value * 100} %` },
      }),
      series: [
        {
          name: 'all',
          type: 'line',
          symbol: 'circle',
          symbolSize: 4,
          lineStyle: { color: colours.bad, width: 3 },
          itemStyle: { color: colours.bad },
          areaStyle: { color: colours.bad, opacity: 0.1 },
          data: total.map(share),
        },
        ...map.partitions.slice(0, PARTITIONS_DRAWN).map((row) => ({
          name: `partition ${row.ordinal}`,
          type: 'line',
          symbol: 'circle',
          symbolSize: 4,
          lineStyle: { width: 1 },
          data: stepsOf(row).map(share),
        })),
      ],
    }),
    [map, total],
  );
  return (
    <Picture
      title="Share of throttled requests"
      name="throttled-share"
      verdict={throttledVerdict(map.partitions)}
      option={option}
      table={{
        head: ['Time', 'Partition', 'Requests', 'Throttled', 'Share'],
        rows: throttledRows(map),
      }}
      note={UTC}
    />
  );
}

/** First the whole time, all partitions and each, then every step in which somebody came. */
function throttledRows(map: HeatMap): (string | number)[][] {
  const line = (when: string, where: string, turned: Turned) => [
    when,
    where,
    turned.requests,
    turned.throttled,
    percent(share(turned) ?? 0),
  ];
  const steps = (where: string, all: Turned[]) =>
    all.flatMap((turned, column) =>
      turned.requests === 0 ? [] : [line(at(map, column), where, turned)],
    );
  return [
    line('all', 'all', sum(ofSteps(map.partitions))),
    ...map.partitions.map((row) => line('all', String(row.ordinal), ofPartition(row))),
    ...steps('all', ofSteps(map.partitions)),
    ...map.partitions.flatMap((row) => steps(String(row.ordinal), stepsOf(row))),
  ];
}

/** The keys that requests go to. */
export function HottestKeys(props: { target: Target; keys: TopKeys }) {
  const keys = props.keys.keys;
  const drawn = useMemo(() => keys.slice(0, 15).reverse(), [keys]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { ...keyGrid(drawn), right: 28 },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => units(Number(value)) },
      xAxis: axis(colours, { type: 'value', splitNumber: 3 }),
      yAxis: axis(colours, {
        type: 'category',
        data: drawn.map((each) => visible(keyName(each.partitionKey), 40)),
        axisLabel: { color: colours.quiet, width: 140, overflow: 'truncate' },
      }),
      series: [
        {
          name: 'Request units',
          type: 'bar',
          barMaxWidth: 18,
          itemStyle: { color: colours.units },
          data: drawn.map((each) => each.requestUnits ?? 0),
        },
      ],
    }),
    [drawn],
  );
  const spent = keys.reduce((sum, each) => sum + (each.requestUnits ?? 0), 0);
  const [first] = keys;
  const share = first && spent > 0 ? (first.requestUnits ?? 0) / spent : 0;
  const verdict: Verdict = first
    ? {
        grade: share > 0.6 ? 'bad' : share > 0.3 ? 'warn' : 'good',
        text: `${keyName(first.partitionKey)} is the hottest: ${percent(share)} of what the keys below spent, on partition ${first.partition ?? '?'}.`,
      }
    : { grade: '', text: 'No key was seen often enough in the last minutes.' };
  return (
    <Picture
      title="Hottest keys"
      name="hottest-keys"
      drawing={<KeyLinks target={props.target} keys={keys} />}
      verdict={verdict}
      option={option}
      table={{
        head: ['Partition key', 'Partition', 'RU (sampled)', 'At most too high by'],
        rows: keys.map((each) => [
          each.partitionKey,
          String(each.partition ?? ''),
          each.requestUnits ?? 0,
          each.overestimateMax ?? 0,
        ]),
      }}
      note={SAMPLED}
    />
  );
}

/** How unequal keys are in what requests to them cost. */
export function SpentInequality(props: { keys: TopKeys }) {
  const spent = useMemo(() => spentOn(props.keys.keys), [props.keys]);
  return (
    <Lorenz
      title="Inequality of requests"
      name="lorenz-requests"
      what="request units"
      values={spent.surely}
      judge={() => spentVerdict(spent)}
      note={SAMPLED}
    />
  );
}
