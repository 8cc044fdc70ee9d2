import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useContainers } from '../api/admin';
import { ApiError } from '../api/http';
import { type QueryPage, query } from '../api/sql';
import { address, type Target, target } from '../lib/address';
import { compositeFor } from '../lib/better-index';
import { count, csv, units, visible } from '../lib/format';
import { type Json, parseJson, writeJson } from '../lib/json';
import { sqlErrors } from '../lib/messages';
import { cellOf, cellText, columns, identifiers, paths } from '../lib/rows';
import { useAddressValues } from '../ui/address-values';
import { ContainerTree } from '../ui/container-tree';
import type { Mark } from '../ui/editor';
import { JsonTree } from '../ui/json-tree';
import { LazyEditor } from '../ui/lazy-editor';
import { OfAnother } from '../ui/of-another';
import { Card, Copyable, download, Empty, Failure, Loading, Page, Tabs } from '../ui/pieces';
import { RouteOf } from '../ui/route';
import { RowsTable } from '../ui/rows-table';
import { SavedQueries } from '../ui/saved-queries';

const FORMS = [
  ['table', 'Table'],
  ['tree', 'Tree'],
  ['raw', 'Raw'],
] as const;
type Form = (typeof FORMS)[number][0];
const HISTORY = 'orrery-query-history';
const FIRST = 'SELECT * FROM c';
const PAGE = 100;

interface Run {
  text: string;
  pages: QueryPage[];
}

export default function Query() {
  const [search, change] = useAddressValues(true);
  const chosen = target(search);
  const [text, setText] = useState(search.get('q') ?? FIRST);
  const [parameters, setParameters] = useState(search.get('parameters') ?? '');
  const [run, setRun] = useState<Run | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form: Form = FORMS.find(([name]) => name === search.get('form'))?.[0] ?? 'table';
  const [history, setHistory] = useState<string[]>(readHistory);
  const [known, setKnown] = useState<Json[]>([]);
  const stop = useRef<AbortController | null>(null);
  const containers = useContainers(chosen?.database ?? '', chosen !== null);
  const line = containers.data?.find((each) => each.name === chosen?.container);
  const place = chosen ? `${chosen.database}/${chosen.container}` : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen of another container
  useEffect(() => {
    setRun(null);
    setFailure(null);
  }, [place]);

  // A few items tell which paths there are.
  const isSql = line?.api === 'sql';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place stands for the container
  useEffect(() => {
    setKnown([]);
    if (!chosen || !isSql) {
      return;
    }
    const controller = new AbortController();
    query(chosen, { text: 'SELECT TOP 20 * FROM c', pageSize: 20 }, controller.signal)
      .then((page) => setKnown(page.rows))
      .catch(() => setKnown([])); // Completion does without; the query itself tells what is wrong.
    return () => controller.abort();
  }, [place, isSql]);

  const execute = async (asked: string, continuing: boolean) => {
    if (!chosen) {
      return;
    }
    const controller = new AbortController();
    stop.current?.abort(); // what is asked last is what counts
    stop.current = controller;
    setBusy(true);
    setFailure(null);
    const before = continuing && run ? run.pages : [];
    if (!continuing) {
      setRun(null);
      change({ q: text, parameters });
    }
    try {
      const page = await query(
        chosen,
        {
          text: asked,
          parameters: readParameters(parameters),
          pageSize: PAGE,
          continuation: before.at(-1)?.continuation ?? null,
        },
        controller.signal,
      );
      if (controller.signal.aborted) {
        return;
      }
      setRun({ text: asked, pages: [...before, page] });
      if (!continuing) {
        setHistory(remember(asked));
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        setFailure(error);
      }
    } finally {
      if (stop.current === controller) {
        setBusy(false);
      }
    }
  };

  const marks = useMemo(() => marksOf(failure, text), [failure, text]);
  const names = containers.data;
  const words = useMemo(
    () => [...paths(known, 'c'), ...identifiers((names ?? []).map((each) => each.name))],
    [known, names],
  );
  return (
    <Page
      title="Query"
      about={
        chosen
          ? `${visible(chosen.database)} / ${visible(chosen.container)}`
          : 'SQL over a container, with what it costs and where it goes.'
      }
    >
      <div className="split">
        <Card title="Containers">
          <ContainerTree page="/query" target={chosen} keep={['q', 'parameters', 'form']} />
        </Card>
        {chosen && line && line.api !== 'sql' ? (
          <OfAnother
            title="Statement"
            target={chosen}
            api={line.api}
            why="it is not asked in SQL."
          />
        ) : chosen ? (
          <div className="stack wide">
            {containers.data && !line && (
              <p className="notice bad" role="alert">
                The database {visible(chosen.database)} has no container {visible(chosen.container)}
                .
              </p>
            )}
            {containers.error && !containers.data && (
              <Failure error={containers.error} retry={() => void containers.refetch()} />
            )}
            <Card
              title="Statement"
              actions={
                <>
                  {busy ? (
                    <button type="button" onClick={() => stop.current?.abort()}>
                      Cancel
                    </button>
                  ) : (
                    <button
                      type="button"
                      className="primary"
                      onClick={() => void execute(text, false)}
                    >
                      Run
                    </button>
                  )}
                  <History entries={history} choose={setText} />
                  <SavedQueries
                    present={{ text, parameters }}
                    choose={(query) => {
                      setText(query.text);
                      setParameters(query.parameters);
                    }}
                  />
                </>
              }
            >
              <LazyEditor
                label="Query"
                language="sql"
                value={text}
                onChange={setText}
                onRun={(asked) => void execute(asked, false)}
                words={words}
                marks={marks}
              />
              <div className="row spread">
                <span className="small quiet">Ctrl+Enter runs the selection, or everything.</span>
                <label className="inline">
                  Parameters
                  <input
                    value={parameters}
                    size={28}
                    placeholder={'{"@total": 100}'}
                    onChange={(event) => setParameters(event.target.value)}
                  />
                </label>
              </div>
            </Card>
            {failure !== null && <Failure error={failure} />}
            {failure !== null && <Composite failure={failure} text={text} target={chosen} />}
            {busy && !run && <Loading what="results" />}
            {run && (
              <Results
                run={run}
                form={form}
                choose={(next) => change({ form: next })}
                busy={busy}
                more={() => void execute(run.text, true)}
                target={chosen}
                partitions={line?.partitions ?? 0}
              />
            )}
          </div>
        ) : (
          <Card title="Statement">
            <Empty>Choose a container to query.</Empty>
          </Card>
        )}
      </div>
    </Page>
  );
}

function Results(props: {
  run: Run;
  form: Form;
  choose: (form: Form) => void;
  busy: boolean;
  more: () => void;
  target: Target;
  partitions: number;
}) {
  const { pages } = props.run;
  const rows = useMemo(() => pages.flatMap((page) => page.rows), [pages]);
  const names = useMemo(() => columns(rows), [rows]);
  const last = pages.at(-1) as QueryPage;
  const charge = pages.reduce((sum, page) => sum + page.charge, 0);
  const route = useMemo(() => pages.map((page) => page.route), [pages]);
  return (
    <>
      <RouteOf
        target={props.target}
        routes={route}
        indexes={last.indexes}
        charge={charge}
        partitions={props.partitions}
      />
      <Card
        title="Results"
        actions={
          <>
            <button
              type="button"
              onClick={() =>
                download(`${props.target.container}.json`, 'application/json', writeJson(rows, 2))
              }
            >
              JSON
            </button>
            <button
              type="button"
              onClick={() =>
                download(
                  `${props.target.container}.csv`,
                  'text/csv',
                  csv([
                    names,
                    ...rows.map((row) => names.map((name) => cellText(cellOf(row, name), 1e6))),
                  ]),
                )
              }
            >
              CSV
            </button>
          </>
        }
      >
        <div className="row small quiet number" role="status">
          <span>{count(rows.length)} rows</span>
          <span>{units(charge)}</span>
          <span>{last.millis.toFixed(0)} ms</span>
          {last.metrics.retrievedDocumentCount !== undefined && (
            <span>{count(last.metrics.retrievedDocumentCount)} items read</span>
          )}
        </div>
        <Tabs label="Form of the results" tabs={FORMS} chosen={props.form} choose={props.choose} />
        {rows.length === 0 ? (
          <Empty>No rows.</Empty>
        ) : props.form === 'table' ? (
          <RowsTable label="Results" rows={rows} columns={names} />
        ) : props.form === 'tree' ? (
          <JsonTree value={rows} />
        ) : (
          <pre className="raw" tabIndex={0}>
            {raw(rows)}
          </pre>
        )}
        {last.continuation && (
          <div>
            <button type="button" disabled={props.busy} onClick={props.more}>
              Load more
            </button>
          </div>
        )}
      </Card>
    </>
  );
}

/** An order of several paths needs an index of its own: says which. */
function Composite(props: { failure: unknown; text: string; target: Target }) {
  const parts =
    props.failure instanceof ApiError && props.failure.message.includes('composite index')
      ? compositeFor(props.text)
      : null;
  return (
    parts && (
      <div className="notice">
        <p>
          This composite index would serve the order. Put it under <code>compositeIndexes</code> of
          the indexing policy in the{' '}
          <Link href={address('/data', { ...props.target, view: 'settings' })}>settings</Link>:
        </p>
        <Copyable text={JSON.stringify([parts])} name="composite index" />
      </div>
    )
  );
}

const RAW_MAX = 300_000;

/** A browser lays out a few hundred kilobytes at once; the whole is in the download. */
function raw(rows: Json[]): string {
  const text = writeJson(rows, 2);
  return text.length > RAW_MAX
    ? `${text.slice(0, RAW_MAX)}\n… the rest is in the JSON download`
    : text;
}

function History(props: { entries: string[]; choose: (text: string) => void }) {
  return (
    <select
      aria-label="History"
      value=""
      onChange={(event) => {
        const entry = props.entries[Number(event.target.value)];
        if (entry !== undefined) {
          props.choose(entry);
        }
      }}
    >
      <option value="">History</option>
      {props.entries.map((entry, at) => (
        <option key={entry} value={at}>
          {visible(entry, 70)}
        </option>
      ))}
    </select>
  );
}

function readHistory(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(HISTORY) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return []; // Somebody else wrote there.
  }
}

function remember(text: string): string[] {
  const entries = [text, ...readHistory().filter((each) => each !== text)].slice(0, 50);
  localStorage.setItem(HISTORY, JSON.stringify(entries));
  return entries;
}

function readParameters(text: string): { name: string; value: Json }[] {
  if (text.trim() === '') {
    return [];
  }
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new SyntaxError('Parameters are a JSON object: {"@name": value}.');
  }
  return Object.entries(value).map(([name, each]) => ({ name, value: each as Json }));
}

function marksOf(failure: unknown, text: string): Mark[] {
  const errors =
    failure instanceof ApiError && failure.status === 400 ? sqlErrors(failure.message) : [];
  return errors.flatMap((error) =>
    error.location
      ? [
          {
            from: Math.min(error.location.start, text.length),
            to: Math.min(Math.max(error.location.end, error.location.start + 1), text.length),
            severity: 'error' as const,
            message: error.message,
          },
        ]
      : [],
  );
}
