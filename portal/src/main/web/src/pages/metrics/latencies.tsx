import { useCallback, useMemo } from 'react';
import { seconds, UTC } from '../../lib/format';
import { latencies, type Sample } from '../../lib/rates';
import { axis, type Colours } from '../../ui/chart-style';
import { Picture } from '../../ui/picture';
import { Empty } from '../../ui/pieces';

/** How long requests take, by operation, since the page was opened. */
export function Latencies(props: { samples: Sample[] }) {
  const points = useMemo(() => latencies(props.samples), [props.samples]);
  const names = useMemo(
    () => [...new Set(points.flatMap((each) => Object.keys(each.means)))].sort(),
    [points],
  );
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 70, right: 24, top: 36, bottom: 30 },
      legend: { top: 0, type: 'scroll', textStyle: { color: colours.quiet } },
      tooltip: {
        trigger: 'axis',
        valueFormatter: (value: unknown) => (typeof value === 'number' ? seconds(value) : '–'),
      },
      xAxis: axis(colours, {
        type: 'category',
        boundaryGap: false,
        data: points.map((each) => new Date(each.at).toISOString().slice(11, 19)),
      }),
      yAxis: axis(colours, {
        type: 'value',
        axisLabel: { color: colours.quiet, formatter: (value: number) => seconds(value) },
      }),
      series: names.map((name) => ({
        name,
        type: 'line',
        symbol: 'circle',
        symbolSize: 4,
        data: points.map((each) => each.means[name] ?? null),
      })),
    }),
    [points, names],
  );
  const [slowest] = Object.entries(points.at(-1)?.means ?? {}).sort(
    ([, one], [, two]) => two - one,
  );
  return (
    <Picture
      title="Latencies"
      name="latencies"
      verdict={{
        grade: '',
        text: slowest
          ? `${slowest[0]} takes longest at the moment: ${seconds(slowest[1])} on average.`
          : 'No request ended in the last two seconds.',
      }}
      {...(names.length === 0
        ? { drawing: <Empty>Durations are drawn as soon as a request ends.</Empty> }
        : { option })}
      note={UTC}
      table={{
        head: ['Time', 'Operation', 'Mean milliseconds'],
        rows: points.flatMap((each) =>
          Object.entries(each.means).map(([name, mean]) => [
            new Date(each.at).toISOString(),
            name,
            Number((mean * 1000).toFixed(3)),
          ]),
        ),
      }}
    />
  );
}
