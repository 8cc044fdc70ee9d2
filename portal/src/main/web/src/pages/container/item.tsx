import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/http';
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
import { visible } from '../../lib/format';
import { isObject, type Json, type JsonObject, parseJson, writeJson } from '../../lib/json';
import { Loaded } from '../../ui/pieces';
import { NewVersion, type Place, type Version, VersionedEditor } from './versioned';

const SYSTEM = new Set(['_rid', '_self', '_etag', '_attachments', '_ts', '_lsn']);

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
  const { target, partition, id } = props;
  const place: Place = {
    read: async () => version(await readItem(target, partition, id)),
    save: async (text, etag) => {
      const answer = await replaceItem(target, partition, id, writeJson(object(text)), etag);
      return { etag: version(answer).etag, charge: charge(answer) };
    },
    remove: () => deleteItem(target, partition, id),
  };
  return (
    <Loaded of={stored} what="the item">
      {(first) => (
        <VersionedEditor
          {...props}
          title={`Item ${visible(id, 60)}`}
          label="Item as JSON"
          first={first}
          place={place}
          duplicate={(text) => props.duplicate(duplicateOf(text, id))}
        />
      )}
    </Loaded>
  );
}

function duplicateOf(text: string, id: string): string {
  try {
    return writeJson({ ...object(text), id: `${id}-copy` }, 2);
  } catch {
    return text; // Not JSON at the moment: it is copied as it is, and says so when it is created.
  }
}

/** An item that is not there yet. */
export function NewItem(props: {
  target: Target;
  keyPaths: readonly string[];
  draft: string;
  close: (created: JsonObject | null) => void;
}) {
  return (
    <NewVersion
      title="New item"
      label="New item as JSON"
      draft={props.draft}
      create={async (text) => {
        const item = object(text);
        const key = partitionKey(props.keyPaths, item);
        const answer = await createItem(props.target, key, writeJson(item));
        props.close(object(answer.text));
      }}
      cancel={() => props.close(null)}
    />
  );
}
