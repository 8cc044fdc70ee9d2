import { useState } from 'react';
import { ApiError } from '../../api/http';
import { type DiffLine, diff } from '../../lib/diff';
import { units, visible } from '../../lib/format';
import { Confirmed } from '../../ui/confirmed';
import { LazyEditor } from '../../ui/lazy-editor';
import { Card, Dialog, Failure } from '../../ui/pieces';

const CHANGED_MEANWHILE = 412;

/** A text and what names this state of it. */
export interface Version {
  text: string;
  etag: string;
}

/** Where an item is kept. */
export interface Place {
  /** The item as it is now. */
  read: () => Promise<Version>;
  /** Only over the version with this etag; otherwise fails with the status 412. */
  save: (text: string, etag: string) => Promise<{ etag: string; charge: number }>;
  remove: (version: Version) => Promise<unknown>;
}

/** An item as text, saved only if nobody else has changed it meanwhile. */
export function VersionedEditor(props: {
  title: string;
  label: string;
  first: Version;
  place: Place;
  mayWrite: boolean;
  /** Why it cannot be changed by whoever may. */
  fixed?: string | undefined;
  changed: () => void;
  duplicate: (text: string) => void;
  close: () => void;
}) {
  const [base, setBase] = useState(props.first);
  const [text, setText] = useState(base.text);
  const [theirs, setTheirs] = useState<Version | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [deleting, setDeleting] = useState(false);
  const mayWrite = props.mayWrite && props.fixed === undefined;

  const save = async (etag: string) => {
    setFailure(null);
    setSaved(null);
    try {
      const now = await props.place.save(text, etag);
      setBase({ text, etag: now.etag });
      setTheirs(null);
      setSaved(`Saved · ${units(now.charge)}`);
      props.changed();
    } catch (error) {
      if (error instanceof ApiError && error.status === CHANGED_MEANWHILE) {
        setTheirs(await props.place.read());
      } else {
        setFailure(error);
      }
    }
  };
  const saveSafely = (etag: string) => save(etag).catch(setFailure);

  return (
    <Card
      title={props.title}
      actions={
        <>
          {mayWrite && (
            <>
              <button
                type="button"
                className="primary"
                disabled={text === base.text}
                onClick={() => void saveSafely(base.etag)}
              >
                Save
              </button>
              <button type="button" onClick={() => props.duplicate(text)}>
                Duplicate
              </button>
              <button type="button" className="danger" onClick={() => setDeleting(true)}>
                Delete item
              </button>
            </>
          )}
          <button type="button" onClick={props.close}>
            Close
          </button>
        </>
      }
    >
      {props.fixed !== undefined && <p className="notice">{props.fixed}</p>}
      <LazyEditor
        label={props.label}
        language="json"
        value={text}
        onChange={setText}
        readOnly={!mayWrite}
      />
      {saved !== null && text === base.text && <p role="status">{saved}</p>}
      {failure !== null && <Failure error={failure} />}
      {theirs && (
        <Conflict
          theirs={theirs.text}
          mine={text}
          overwrite={() => void saveSafely(theirs.etag)}
          take={() => {
            setBase(theirs);
            setText(theirs.text);
            setTheirs(null);
          }}
        />
      )}
      {deleting && (
        <DeleteItem
          title={props.title}
          remove={() => props.place.remove(base)}
          close={(deleted) => {
            setDeleting(false);
            if (deleted) {
              props.close();
              props.changed();
            }
          }}
        />
      )}
    </Card>
  );
}

function Conflict(props: {
  theirs: string;
  mine: string;
  overwrite: () => void;
  take: () => void;
}) {
  return (
    <Card title="Conflict">
      <p>Somebody else has changed this item. Theirs is red, yours is green.</p>
      <div className="diff" tabIndex={0}>
        {numbered(diff(props.theirs, props.mine)).map(([place, line]) => (
          <Line key={place} line={line} />
        ))}
      </div>
      <div className="row">
        <button type="button" className="danger" onClick={props.overwrite}>
          Overwrite theirs
        </button>
        <button type="button" onClick={props.take}>
          Take theirs
        </button>
      </div>
    </Card>
  );
}

const numbered = (lines: readonly DiffLine[]): [string, DiffLine][] =>
  lines.map((line, at) => [`line ${at}`, line]);

function Line(props: { line: DiffLine }) {
  switch (props.line.kind) {
    case 'theirs':
      return <del>{props.line.text}</del>;
    case 'mine':
      return <ins>{props.line.text}</ins>;
    case 'same':
      return <span>{props.line.text}</span>;
  }
}

function DeleteItem(props: {
  title: string;
  remove: () => Promise<unknown>;
  close: (deleted: boolean) => void;
}) {
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setFailure(null);
    try {
      await props.remove();
    } catch (error) {
      setFailure(error);
      return;
    }
    props.close(true);
  };
  return (
    <Dialog title="Delete item" close={() => props.close(false)}>
      <Confirmed confirm="Delete" danger run={run} close={() => props.close(false)}>
        <p>
          <strong>{visible(props.title, 80)}</strong> is deleted. This cannot be undone.
        </p>
        {failure !== null && <Failure error={failure} />}
      </Confirmed>
    </Dialog>
  );
}

/** An item that is not there yet. */
export function NewVersion(props: {
  title: string;
  label: string;
  draft: string;
  /** Creates it; whoever asked goes on from there. */
  create: (text: string) => Promise<void>;
  cancel: () => void;
}) {
  const [text, setText] = useState(props.draft);
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Card
      title={props.title}
      actions={
        <>
          <button
            type="button"
            className="primary"
            onClick={() => {
              setFailure(null);
              props.create(text).catch(setFailure);
            }}
          >
            Create item
          </button>
          <button type="button" onClick={props.cancel}>
            Cancel
          </button>
        </>
      }
    >
      <LazyEditor label={props.label} language="json" value={text} onChange={setText} />
      {failure !== null && <Failure error={failure} />}
    </Card>
  );
}
