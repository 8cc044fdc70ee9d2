import { useCallback, useMemo } from 'react';
import { lorenz, thinned, type Verdict } from '../../lib/verdicts';
import { axis, type Colours } from '../../ui/chart-style';
import { Picture } from '../../ui/picture';

const share = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** How unequal keys are: the further the curve hangs, the fewer keys have everything. */
export function Lorenz(props: {
  title: string;
  name: string;
  /** What the keys have: "bytes". */
  what: string;
  values: readonly number[];
  judge: (gini: number) => Verdict;
  note?: string | null;
}) {
  const { points, gini } = useMemo(() => lorenz(props.values), [props.values]);
  const { what } = props;
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 56, right: 24, top: 16, bottom: 44 },
      tooltip: { trigger: 'axis', valueFormatter: (value: unknown) => share(Number(value)) },
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
          name: `Share of ${what}`,
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
    [points, what],
  );
  const table = useMemo(
    () => ({
      head: ['Share of keys', `Share of ${what}`],
      rows: points.map(([x, y]) => [`${(x * 100).toFixed(2)} %`, `${(y * 100).toFixed(2)} %`]),
    }),
    [points, what],
  );
  return (
    <Picture
      title={props.title}
      name={props.name}
      verdict={props.judge(gini)}
      option={option}
      table={table}
      note={props.note ?? null}
    />
  );
}
