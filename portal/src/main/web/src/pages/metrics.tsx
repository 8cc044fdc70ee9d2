import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStatus } from '../api/admin';
import { admin } from '../api/http';
import { bytes, count, seconds, UTC, units, visible } from '../lib/format';
import { type MetricsSummary, rates, type Sample } from '../lib/rates';
import { axis, type Colours } from '../ui/chart-style';
import { Picture } from '../ui/picture';
import { Card, Empty, Figures, Loaded, Page } from '../ui/pieces';
import { Latencies } from './metrics/latencies';

const EVERY = 2000;
const KEPT = 150;
const SHOWN = 200;

/** What the server did since this page was opened, and since it was started. */
export default function Metrics() {
  const metrics = useQuery({
    queryKey: ['metrics'],
    queryFn: ({ signal }) => admin<MetricsSummary>('metrics', { signal }),
    refetchInterval: EVERY,
  });
  const [samples, setSamples] = useState<Sample[]>([]);
  const { data, dataUpdatedAt } = metrics;
  useEffect(() => {
    if (data) {
      setSamples((before) =>
        before.at(-1)?.at === dataUpdatedAt
          ? before
          : [...before, { at: dataUpdatedAt, summary: data }].slice(-KEPT),
      );
    }
  }, [data, dataUpdatedAt]);
  return (
    <Page title="Metrics" about="Requests, charges and durations, as they happen.">
      <Vitals />
      <Loaded of={metrics} what="metrics">
        {(summary) => (
          <>
            <Rates samples={samples} />
            <Latencies samples={samples} />
            <Jobs />
            <Durations summary={summary} />
            <Containers summary={summary} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface Job {
  kind: string;
  database: string;
  container: string;
  partition: number;
  percent?: number;
}

/** What the server does by itself: splits, children that take over, indexes that are rebuilt. */
function Jobs() {
  const jobs = useQuery({
    queryKey: ['jobs'],
    queryFn: async ({ signal }) => (await admin<{ jobs: Job[] }>('jobs', { signal })).jobs,
    refetchInterval: EVERY,
  });
  return (
    <Card title="Background work">
      <Loaded of={jobs} what="background work">
        {(all) =>
          all.length === 0 ? (
            <p className="quiet">Nothing is being done.</p>
          ) : (
            <ul aria-label="Background work">
              {all.slice(0, SHOWN).map((job) => (
                <li key={`${job.kind} ${job.database}/${job.container}/${job.partition}`}>
                  {job.kind} of partition {job.partition} of {visible(job.database)} /{' '}
                  {visible(job.container)}
                  {job.percent !== undefined && `: ${job.percent} %`}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Vitals() {
  const status = useStatus();
  return (
    <Loaded of={status} what="the server's state">
      {({ process }) => (
        <Figures
          figures={[
            ['Heap in use', bytes(process.heapUsedBytes ?? 0)],
            ['Heap at most', bytes(process.heapMaxBytes ?? 0)],
            ['On disk', bytes(process.diskBytes ?? 0)],
            ['Not flushed yet', bytes(process.memtableBytes ?? 0)],
            ['Block cache', bytes(process.blockCacheBytes ?? 0)],
          ]}
        />
      )}
    </Loaded>
  );
}

function Rates(props: { samples: Sample[] }) {
  const points = useMemo(() => rates(props.samples), [props.samples]);
  const option = useCallback(
    (colours: Colours) => ({
      grid: { left: 60, right: 70, top: 58, bottom: 30 },
      legend: { top: 0, textStyle: { color: colours.quiet } },
      tooltip: { trigger: 'axis' },
      xAxis: axis(colours, {
        type: 'category',
        boundaryGap: false,
        data: points.map((each) => new Date(each.at).toISOString().slice(11, 19)),
      }),
      yAxis: [
        axis(colours, { type: 'value', name: 'requests/s' }),
        axis(colours, { type: 'value', name: 'RU/s', splitLine: { show: false } }),
      ],
      series: [
        {
          name: 'requests/s',
          type: 'line',
          showSymbol: false,
          lineStyle: { color: colours.accent },
          itemStyle: { color: colours.accent },
          areaStyle: { color: colours.accent, opacity: 0.1 },
          data: points.map((each) => each.requests),
        },
        {
          name: 'throttled/s',
          type: 'line',
          showSymbol: false,
          lineStyle: { color: colours.bad },
          itemStyle: { color: colours.bad },
          data: points.map((each) => each.throttled),
        },
        {
          name: 'RU/s',
          type: 'line',
          yAxisIndex: 1,
          showSymbol: false,
          lineStyle: { color: colours.units, type: 'dashed' },
          itemStyle: { color: colours.units },
          data: points.map((each) => each.requestUnits),
        },
      ],
    }),
    [points],
  );
  const now = points.at(-1);
  return (
    <Picture
      title="Rates"
      name="rates"
      verdict={
        now
          ? {
              grade: now.throttled > 0 ? 'warn' : '',
              text: `${count(now.requests)} requests/s, ${units(now.requestUnits)}/s${now.throttled > 0 ? `, ${count(now.throttled)} throttled/s` : ''} at the moment.`,
            }
          : { grade: '', text: 'The first numbers come in a moment.' }
      }
      option={option}
      note={UTC}
      table={{
        head: ['Time', 'Requests/s', 'Throttled/s', 'RU/s'],
        rows: points.map((each) => [
          new Date(each.at).toISOString(),
          Number(each.requests.toFixed(1)),
          Number(each.throttled.toFixed(1)),
          Number(each.requestUnits.toFixed(1)),
        ]),
      }}
    />
  );
}

function Durations(props: { summary: MetricsSummary }) {
  return (
    <Card title="Durations since the start">
      {props.summary.durations.length === 0 ? (
        <Empty>No requests yet.</Empty>
      ) : (
        <div className="table" tabIndex={0}>
          <table aria-label="Durations">
            <thead>
              <tr>
                <th scope="col">API</th>
                <th scope="col">Operation</th>
                <th scope="col" className="right">
                  Requests
                </th>
                <th scope="col" className="right">
                  Mean
                </th>
                <th scope="col" className="right">
                  Median ≤
                </th>
                <th scope="col" className="right">
                  99 % ≤
                </th>
              </tr>
            </thead>
            <tbody>
              {props.summary.durations.map((each) => (
                <tr key={`${each.api} ${each.operation}`}>
                  <td>{each.api}</td>
                  <td>{each.operation}</td>
                  <td className="right">{count(each.requests)}</td>
                  <td className="right">{seconds(each.meanSeconds)}</td>
                  <td className="right">{seconds(each.medianSecondsMax)}</td>
                  <td className="right">{seconds(each.p99SecondsMax)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function Containers(props: { summary: MetricsSummary }) {
  const lines = props.summary.containers.flatMap((container) =>
    container.operations.map((operation) => ({ container, operation })),
  );
  return (
    <Card title="Containers since the start">
      {lines.length === 0 ? (
        <Empty>No requests yet.</Empty>
      ) : (
        <div className="table numbers" tabIndex={0}>
          <table aria-label="Containers">
            <thead>
              <tr>
                <th scope="col">Container</th>
                <th scope="col">Operation</th>
                <th scope="col">Status</th>
                <th scope="col" className="right">
                  Requests
                </th>
                <th scope="col" className="right">
                  RU
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, SHOWN).map(({ container, operation }) => (
                <tr
                  key={`${container.database}/${container.container}/${operation.operation}/${operation.status}`}
                >
                  <td>
                    {visible(container.database)} / {visible(container.container)}
                  </td>
                  <td>{operation.operation}</td>
                  <td>
                    <span className={operation.status === 'ok' ? 'tag good' : 'tag warn'}>
                      {operation.status}
                    </span>
                  </td>
                  <td className="right">{count(operation.requests)}</td>
                  <td className="right">{units(operation.requestUnits)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lines.length > SHOWN && (
        <p className="small quiet">
          The first {SHOWN} of {count(lines.length)}.
        </p>
      )}
    </Card>
  );
}
