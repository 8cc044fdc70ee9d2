import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/http';
import { visible } from '../lib/format';
import { messageOf } from '../lib/messages';

/** Of a message that went wrong with what it tells. */
const LINES_SHOWN = 30;
const LINE_SHOWN = 2000;

export function Page(props: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${props.title} · Orrery`;
  }, [props.title]);
  return (
    <>
      <header className="page-head">
        <div className="stack">
          <h1>{props.title}</h1>
          {props.about && <p>{props.about}</p>}
        </div>
        {props.actions && <div className="row">{props.actions}</div>}
      </header>
      {props.children}
    </>
  );
}

export function Card(props: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section className="card" aria-label={props.title} id={props.id}>
      <header>
        <h2>{props.title}</h2>
        {props.actions && <div className="row">{props.actions}</div>}
      </header>
      {props.children}
    </section>
  );
}

export function Figures(props: { figures: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="figures grid narrow">
      {props.figures.map(([name, value]) => (
        <div className="figure" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const Loading = (props: { what?: string }) => (
  <p className="loading" role="status">
    Loading{props.what ? ` ${props.what}` : ''}…
  </p>
);

export function Failure(props: { error: unknown; retry?: () => void }) {
  const { error } = props;
  return (
    <div className="notice bad" role="alert">
      {messageOf(error)
        .split('\n', LINES_SHOWN)
        .map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <p key={at}>{visible(line, LINE_SHOWN)}</p>
        ))}
      {error instanceof ApiError && (
        <p className="small quiet">
          Status {error.status}
          {error.activityId && <> · activity {error.activityId}</>}
        </p>
      )}
      {props.retry && (
        <div>
          <button type="button" onClick={props.retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

export const Empty = (props: { children: ReactNode }) => (
  <div className="empty">{props.children}</div>
);

/** Shows a query's state, and its data once there are some. */
export function Loaded<T>(props: {
  of: { data: T | undefined; error: unknown; refetch: () => unknown };
  what?: string;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.of;
  if (error && data === undefined) {
    return <Failure error={error} retry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <Loading {...(props.what ? { what: props.what } : {})} />;
  }
  return (
    <>
      {error ? <Failure error={error} retry={() => void refetch()} /> : null}
      {props.children(data)}
    </>
  );
}

export function CopyButton(props: { text: string; name: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (copied) {
      const timer = setTimeout(() => setCopied(false), 1600);
      return () => clearTimeout(timer);
    }
  }, [copied]);
  return (
    <button
      type="button"
      aria-label={`Copy ${props.name}`}
      onClick={() => void copy(props.text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}

/** Pages that came over plain HTTP from another machine have no clipboard. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text);
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

export function Copyable(props: { text: string; name: string }) {
  return (
    <div className="copyable">
      <code tabIndex={0}>{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}

/** Tabs that belong to what is below them; the arrow keys walk through them. */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly (readonly [T, string])[];
  chosen: T;
  choose: (tab: T) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const at = props.tabs.findIndex(([id]) => id === props.chosen);
  const move = (step: number) => {
    const next = (at + step + props.tabs.length) % props.tabs.length;
    const tab = props.tabs[next];
    if (tab) {
      props.choose(tab[0]);
      list.current?.querySelectorAll('button')[next]?.focus();
    }
  };
  return (
    <div className="tabs" role="tablist" aria-label={props.label} ref={list}>
      {props.tabs.map(([id, name]) => (
        <button
          type="button"
          key={id}
          role="tab"
          aria-selected={id === props.chosen}
          tabIndex={id === props.chosen ? 0 : -1}
          onClick={() => props.choose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') {
              move(1);
            } else if (event.key === 'ArrowLeft') {
              move(-1);
            }
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** A modal dialog; Escape and a click on Cancel close it. */
export function Dialog(props: { title: string; close: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-label={props.title} onClose={props.close}>
      <div className="stack">
        <h2>{props.title}</h2>
        {props.children}
      </div>
    </dialog>
  );
}

export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(
    content instanceof Blob ? content : new Blob([content], { type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
