import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/http';
import { ApiError } from '../../api/http';
import {
  charge,
  createItem,
  deleteItem,
  partitionKey,
  readItem,
  replaceItem,
  segments,
} from '../../api/sql';
import type { Target } from '../../lib/address';
import { type DiffLine, diff } from '../../lib/diff';
import { units, visible } from '../../lib/format';
import { isObject, type Json, type JsonObject, parseJson, writeJson } from '../../lib/json';
import { LazyEditor } from '../../ui/lazy-editor';
import { Card, Dialog, Failure, Loaded } from '../../ui/pieces';
import { Buttons } from '../data';

const SYSTEM = new Set(['_rid', '_self', '_etag', '_attachments', '_ts', '_lsn']);
const CHANGED_MEANWHILE = 412;

interface Version {
  text: string;
  etag: string;
}

/** An item as a person edits it: without what the server adds to it. */
function version(answer: Answer): Version {
  const item = object(answer.text);
  const own = Object.entries(item).filter(([name]) => !SYSTEM.has(name));
  return { text: writeJson(Object.fromEntries(own), 2), etag: String(item._etag) };
}

/** Reads an item. Throws a SyntaxError if it is none. */
function object(text: string): JsonObject {
  const item = parseJson(text);
  if (!isObject(item)) {
    throw new SyntaxError('An item is a JSON object.');
  }
  return item;
}

/** What a new item begins with: an id and every level of its key. */
export function draftOf(keyPaths: readonly string[]): string {
  const item: JsonObject = { id: '' };
  for (const path of keyPaths) {
    const names = segments(path);
    let at = item;
    names.slice(0, -1).forEach((name) => {
      const inner: JsonObject = {};
      at[name] = inner;
      at = inner;
    });
    const last = names.at(-1);
    if (last !== undefined && !Object.hasOwn(at, last)) {
      at[last] = '';
    }
  }
  return writeJson(item, 2);
}

interface ItemProps {
  target: Target;
  keyPaths: readonly string[];
  id: string;
  partition: Json[];
  mayWrite: boolean;
  changed: () => void;
  duplicate: (draft: string) => void;
  close: () => void;
}

/** One item as JSON, saved only if nobody else has changed it meanwhile. */
export function ItemEditor(props: ItemProps) {
  const stored = useQuery({
    queryKey: ['item', props.target, props.partition, props.id],
    // What is being edited is not to change under the hands of whoever edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      version(await readItem(props.target, props.partition, props.id, signal)),
  });
  return (
    <Loaded of={stored} what="the item">
      {(first) => <Edited {...props} first={first} />}
    </Loaded>
  );
}

function Edited(props: ItemProps & { first: Version }) {
  const { target, id, partition } = props;
  const [base, setBase] = useState(props.first);
  const [text, setText] = useState(base.text);
  const [theirs, setTheirs] = useState<Version | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [deleting, setDeleting] = useState(false);

  const save = async (etag: string) => {
    setFailure(null);
    setSaved(null);
    try {
      const answer = await replaceItem(target, partition, id, writeJson(object(text)), etag);
      const now = version(answer);
      setBase({ text, etag: now.etag });
      setTheirs(null);
      setSaved(`Saved · ${units(charge(answer))}`);
      props.changed();
    } catch (error) {
      if (error instanceof ApiError && error.status === CHANGED_MEANWHILE) {
        setTheirs(version(await readItem(target, partition, id)));
      } else {
        setFailure(error);
      }
    }
  };
  const saveSafely = (etag: string) => save(etag).catch(setFailure);

  return (
    <Card
      title={`Item ${visible(id, 60)}`}
      actions={
        <>
          {props.mayWrite && (
            <>
              <button
                type="button"
                className="primary"
                disabled={text === base.text}
                onClick={() => void saveSafely(base.etag)}
              >
                Save
              </button>
              <button type="button" onClick={() => props.duplicate(duplicateOf(text, id))}>
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
      <LazyEditor
        label="Item as JSON"
        language="json"
        value={text}
        onChange={setText}
        readOnly={!props.mayWrite}
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
          {...props}
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

function duplicateOf(text: string, id: string): string {
  try {
    return writeJson({ ...object(text), id: `${id}-copy` }, 2);
  } catch {
    return text; // Not JSON at the moment: it is copied as it is, and says so when it is created.
  }
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
  target: Target;
  partition: Json[];
  id: string;
  close: (deleted: boolean) => void;
}) {
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setFailure(null);
    try {
      await deleteItem(props.target, props.partition, props.id);
    } catch (error) {
      setFailure(error);
      return;
    }
    props.close(true);
  };
  return (
    <Dialog title="Delete item" close={() => props.close(false)}>
      <p>
        <strong>{visible(props.id, 60)}</strong> is deleted. This cannot be undone.
      </p>
      {failure !== null && <Failure error={failure} />}
      <Buttons confirm="Delete" danger run={run} close={() => props.close(false)} />
    </Dialog>
  );
}

/** An item that is not there yet. */
export function NewItem(props: {
  target: Target;
  keyPaths: readonly string[];
  draft: string;
  close: (created: JsonObject | null) => void;
}) {
  const [text, setText] = useState(props.draft);
  const [failure, setFailure] = useState<unknown>(null);
  const create = async () => {
    setFailure(null);
    try {
      const item = object(text);
      const key = partitionKey(props.keyPaths, item);
      const answer = await createItem(props.target, key, writeJson(item));
      props.close(object(answer.text));
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Card
      title="New item"
      actions={
        <>
          <button type="button" className="primary" onClick={() => void create()}>
            Create item
          </button>
          <button type="button" onClick={() => props.close(null)}>
            Cancel
          </button>
        </>
      }
    >
      <LazyEditor label="New item as JSON" language="json" value={text} onChange={setText} />
      {failure !== null && <Failure error={failure} />}
    </Card>
  );
}
