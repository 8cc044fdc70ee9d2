import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useContainers } from '../api/admin';
import { ApiError } from '../api/http';
import { changes } from '../api/sql';
import { address, type Target, target } from '../lib/address';
import { count, visible } from '../lib/format';
import { isObject, type Json, writeJson } from '../lib/json';
import { pause } from '../lib/pause';
import { useAddressValues } from '../ui/address-values';
import { ContainerTree } from '../ui/container-tree';
import { OfAnother } from '../ui/of-another';
import { Card, Copyable, Empty, Failure, Loading, Page } from '../ui/pieces';
import { RowsTable } from '../ui/rows-table';

const KEPT = 2000;

/** What changes in a container, as it changes. */
export default function ChangeFeed() {
  const [search, change] = useAddressValues();
  const chosen = target(search);
  const from = search.get('from') ?? '';
  const all = search.get('mode') === 'all';
  const containers = useContainers(chosen?.database ?? '', chosen !== null);
  const api = containers.data?.find((each) => each.name === chosen?.container)?.api;
  return (
    <Page
      title="Change feed"
      about={
        chosen
          ? `${visible(chosen.database)} / ${visible(chosen.container)}`
          : 'What changes in a container, live.'
      }
    >
      <div className="split">
        <Card title="Containers">
          <ContainerTree page="/change-feed" target={chosen} keep={['mode']} />
        </Card>
        {chosen && containers.isPending ? (
          <Loading what="the container" />
        ) : chosen && api !== undefined && api !== 'sql' ? (
          <OfAnother
            title="Changes"
            target={chosen}
            api={api}
            why="the change feed is one of the SQL API."
          />
        ) : chosen ? (
          <div className="stack wide">
            <Card title="From where, and what">
              <div className="row">
                <label className="inline">
                  From
                  <select
                    value={from === 'beginning' ? from : from ? 'time' : ''}
                    disabled={all}
                    onChange={(event) =>
                      change({
                        from:
                          event.target.value === 'time'
                            ? new Date(Date.now() - 600_000).toISOString().slice(0, 16)
                            : event.target.value,
                      })
                    }
                  >
                    <option value="">now on</option>
                    <option value="beginning">the beginning</option>
                    <option value="time">a time</option>
                  </select>
                </label>
                {from && from !== 'beginning' && !all && (
                  <label className="inline">
                    Time (UTC)
                    <input
                      type="datetime-local"
                      value={from}
                      onChange={(event) => change({ from: event.target.value })}
                    />
                  </label>
                )}
                <label className="inline">
                  <input
                    type="checkbox"
                    checked={all}
                    onChange={(event) => change({ mode: event.target.checked ? 'all' : null })}
                  />
                  All versions and deletes
                </label>
              </div>
            </Card>
            <Tail
              key={`${chosen.database}/${chosen.container}/${from}/${all}`}
              target={chosen}
              from={all ? '' : from}
              all={all}
            />
          </div>
        ) : (
          <Card title="Changes">
            <Empty>Choose a container to follow.</Empty>
          </Card>
        )}
      </div>
    </Page>
  );
}

function Tail(props: { target: Target; from: string; all: boolean }) {
  const [rows, setRows] = useState<Json[]>([]);
  const [seen, setSeen] = useState(0);
  const [paused, setPaused] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [continuation, setContinuation] = useState<string | null>(null);
  const [detail, setDetail] = useState<Json>(null);
  const { target: place, from, all } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes on from where it was, once
  useEffect(() => {
    if (paused) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      let at = continuation;
      while (!signal.aborted) {
        try {
          const page = await changes(place, { from, all, continuation: at }, signal);
          at = page.continuation ?? at;
          setContinuation(at);
          setFailure(null);
          if (page.rows.length > 0) {
            setSeen((before) => before + page.rows.length);
            setRows((before) =>
              [...[...page.rows].reverse().map((each) => shown(each, all)), ...before].slice(
                0,
                KEPT,
              ),
            );
          } else {
            await pause(1000, signal);
          }
        } catch (error) {
          if (!signal.aborted) {
            setFailure(error);
            await pause(3000, signal);
          }
        }
      }
    };
    void follow();
    return () => controller.abort();
  }, [paused]);
  return (
    <Card
      title="Changes"
      actions={
        <button type="button" onClick={() => setPaused(!paused)}>
          {paused ? 'Go on' : 'Pause'}
        </button>
      }
    >
      <p className="small quiet number" role="status">
        {count(seen)} changes{rows.length < seen && `, the last ${count(rows.length)} shown`}
        {paused && ', paused'}
      </p>
      {failure !== null && <Failure error={failure} />}
      {all && failure instanceof ApiError && failure.status === 400 && <Retention target={place} />}
      {rows.length === 0 ? (
        continuation === null ? (
          failure === null && <Loading what="changes" />
        ) : (
          <Empty>Waiting for changes…</Empty>
        )
      ) : (
        <RowsTable
          label="Changes"
          rows={rows}
          columns={['id', 'what', 'when', 'lsn', 'item']}
          choose={(index) => setDetail(rows[index] ?? null)}
          chosen={rows.indexOf(detail)} // others come before it
        />
      )}
      {isObject(detail) && (
        <pre className="raw" tabIndex={0}>
          {writeJson(detail.item ?? null, 2).slice(0, 200_000)}
        </pre>
      )}
    </Card>
  );
}

/** How a container gets what this view is about. */
const Retention = (props: { target: Target }) => (
  <div className="notice small">
    <p>
      All versions are seen of containers that keep them for some minutes. Put this into the{' '}
      <Link href={address('/data', { ...props.target, view: 'settings' })}>settings</Link>:
    </p>
    <Copyable text={'"changeFeedPolicy": {"retentionDuration": 10}'} name="change feed policy" />
  </div>
);

/** A change as a row. With all versions the feed tells what happened; otherwise only what is now. */
function shown(change: Json, all: boolean): Json {
  const outer = isObject(change) ? change : {};
  const metadata = isObject(outer.metadata) ? outer.metadata : {};
  const current = isObject(outer.current)
    ? outer.current
    : isObject(outer.previous)
      ? outer.previous
      : {};
  const item = all ? current : outer;
  const seconds = Number(item._ts ?? metadata.crts ?? 0);
  return {
    id: item.id ?? metadata.id ?? '(deleted)',
    what: all ? String(metadata.operationType ?? '') : 'changed',
    when: seconds > 0 ? new Date(seconds * 1000).toISOString().slice(11, 19) : '',
    lsn: item._lsn ?? metadata.lsn ?? '',
    item: change,
  };
}
