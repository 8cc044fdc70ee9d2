import { useEffect, useMemo, useState } from 'react';
import { ask } from '../api/http';
import { keep, matches, type RequestEvent, readEvents } from '../lib/events';
import { count, time, units, visible } from '../lib/format';
import type { Json } from '../lib/json';
import { pause } from '../lib/pause';
import { cellOf } from '../lib/rows';
import { useAddressValues } from '../ui/address-values';
import { Card, Empty, Failure, Page } from '../ui/pieces';
import { RowsTable } from '../ui/rows-table';

const KEPT = 2000;
const COLUMNS = [
  'Time',
  'Operation',
  'Status',
  'Container',
  'Partition',
  'Charge',
  'Took',
  'Activity',
];
const NUMBERS = ['Charge', 'Took'];

/** Requests as they end. The server writes them all down only while somebody looks. */
export default function Requests() {
  const [search, change] = useAddressValues(true);
  const [events, setEvents] = useState<RequestEvent[]>([]);
  const [paused, setPaused] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const filter = {
    text: search.get('filter') ?? '',
    onlyTroubled: search.get('only') === 'troubled',
  };
  useEffect(() => {
    if (paused) {
      return;
    }
    const controller = new AbortController();
    void follow(controller.signal, setEvents, setFailure);
    return () => controller.abort();
  }, [paused]);
  const rows = useMemo(
    () =>
      events
        .filter((event) => matches(event, { text: filter.text, onlyTroubled: filter.onlyTroubled }))
        .reverse()
        .map(row),
    [events, filter.text, filter.onlyTroubled],
  );
  return (
    <Page
      title="Requests"
      about="Every request as it ends, with what it cost; refused and slow ones are kept longer."
      actions={
        <>
          <button type="button" onClick={() => setPaused(!paused)}>
            {paused ? 'Go on' : 'Pause'}
          </button>
          <button type="button" onClick={() => setEvents([])}>
            Clear
          </button>
        </>
      }
    >
      <Card title="Live list">
        <div className="row">
          <label className="inline">
            Filter
            <input
              type="search"
              value={filter.text}
              placeholder="query, shop, too-many-requests"
              size={34}
              onChange={(event) => change({ filter: event.target.value })}
            />
          </label>
          <label className="inline">
            <input
              type="checkbox"
              checked={filter.onlyTroubled}
              onChange={(event) => change({ only: event.target.checked ? 'troubled' : null })}
            />
            Only refused and slow ones
          </label>
          <span className="small quiet number">{count(rows.length)} shown</span>
        </div>
        {failure !== null && <Failure error={failure} />}
        {rows.length === 0 ? (
          <Empty>{events.length === 0 ? 'No requests yet.' : 'No request matches.'}</Empty>
        ) : (
          <RowsTable
            label="Requests"
            rows={rows}
            columns={COLUMNS}
            numbers={NUMBERS}
            height={620}
            mark={(each, name) =>
              name === 'Status' ? (cellOf(each, name) === 'ok' ? 'good' : 'warn') : null
            }
          />
        )}
      </Card>
    </Page>
  );
}

const row = (event: RequestEvent): Json => ({
  Time: time(event.time),
  Operation: `${event.api} ${event.operation}`,
  Status: event.status,
  Container:
    event.container === null
      ? ''
      : `${visible(event.database ?? '')} / ${visible(event.container)}`,
  Partition: event.partition === null ? `${event.partitions} partitions` : String(event.partition),
  Charge: units(event.requestUnits),
  Took: `${event.milliseconds.toFixed(2)} ms`,
  Activity: event.activityId,
});

/** Asks for the next piece of the stream until it is told to stop. */
async function follow(
  signal: AbortSignal,
  set: (change: (before: RequestEvent[]) => RequestEvent[]) => void,
  fail: (failure: unknown) => void,
) {
  let last = 0;
  while (!signal.aborted) {
    try {
      const answer = await ask(`/_orrery/api/v1/requests?after=${last}`, { signal });
      const found = readEvents(answer.text);
      fail(null);
      if (found.length > 0) {
        last = found.at(-1)?.number ?? last;
        set((before) =>
          keep(
            [
              ...before,
              ...found.filter((each) => !before.some((old) => old.number === each.number)),
            ],
            KEPT,
          ),
        );
      }
      await pause(300, signal);
    } catch (failure) {
      if (!signal.aborted) {
        fail(failure);
        await pause(3000, signal);
      }
    }
  }
}
