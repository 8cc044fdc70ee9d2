import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useSession } from '../../api/admin';
import { useDefinition } from '../../api/queries';
import { createItem, deleteItem, partitionKey, patiently, query } from '../../api/sql';
import type { Target } from '../../lib/address';
import { count } from '../../lib/format';
import { isObject, type Json, type JsonObject, parseJson, writeJson } from '../../lib/json';
import { rights } from '../../lib/permissions';
import { columns, itemsOf, usualColumns } from '../../lib/rows';
import { useAddressValues } from '../../ui/address-values';
import { Card, Empty, Failure, Loaded } from '../../ui/pieces';
import { RowsTable } from '../../ui/rows-table';
import { draftOf, ItemEditor, NewItem } from './item';
import {
  ColumnChoice,
  Condition,
  DeletePicked,
  ListEnd,
  pickColumn,
  useShownColumns,
} from './listing';

const PAGE = 100;

/** The items of a container, a page at a time, and the one that is looked at. */
export function Items(props: { target: Target }) {
  const definition = useDefinition(props.target);
  return (
    <Loaded of={definition} what="the container">
      {(known) => <Listed target={props.target} keyPaths={known.partitionKey.paths} />}
    </Loaded>
  );
}

function Listed(props: { target: Target; keyPaths: readonly string[] }) {
  const { target, keyPaths } = props;
  const [search, change] = useAddressValues();
  const may = rights(useSession().data);
  const client = useQueryClient();
  const where = search.get('where') ?? '';
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useShownColumns();
  const [draft, setDraft] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const [uploaded, setUploaded] = useState<ReactNode>(null);

  const pages = useInfiniteQuery({
    queryKey: ['items', target, where],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      query(
        target,
        {
          text: where === '' ? 'SELECT * FROM c' : `SELECT * FROM c WHERE ${where}`,
          pageSize: PAGE,
          continuation: pageParam,
        },
        signal,
      ),
    getNextPageParam: (last) => last.continuation,
  });
  const changed = () => client.invalidateQueries({ queryKey: ['items', target] });
  const rows = (pages.data?.pages ?? []).flatMap((page) => page.rows).filter(isObject);
  const all = columns(rows);
  const visibleColumns = ['id', ...(shown ?? usualColumns(all)).filter((name) => name !== 'id')];
  const open = (item: JsonObject | null) =>
    change({
      item: item && String(item.id),
      key: item && writeJson(partitionKey(keyPaths, item)),
    });
  const place = (item: JsonObject): string =>
    writeJson([partitionKey(keyPaths, item), item.id ?? null]);
  const chosen = chosenOf(search);
  const charge = (pages.data?.pages ?? []).reduce((sum, page) => sum + page.charge, 0);

  return (
    <>
      <Card
        title="Items"
        actions={
          <>
            {may.write && (
              <>
                <button
                  type="button"
                  className="primary"
                  onClick={() => setDraft(draftOf(keyPaths))}
                >
                  New item
                </button>
                <Upload
                  target={target}
                  keyPaths={keyPaths}
                  done={(outcome) => {
                    setUploaded(outcome);
                    void changed();
                  }}
                />
                <button
                  type="button"
                  className="danger"
                  disabled={picked.size === 0}
                  onClick={() => setDeleting(true)}
                >
                  Delete selected
                </button>
              </>
            )}
            <button type="button" onClick={() => void pages.refetch()}>
              Refresh
            </button>
          </>
        }
      >
        <div className="row">
          <Condition
            key={where}
            label="WHERE"
            example="c.total > 100"
            value={where}
            apply={(next) => change({ where: next })}
          />
          <ColumnChoice
            all={all.filter((name) => name !== 'id')}
            chosen={visibleColumns}
            choose={setShown}
          />
        </div>
        {uploaded}
        <Loaded of={pages} what="items">
          {() =>
            rows.length === 0 ? (
              <Empty>{where === '' ? 'There are no items yet.' : 'No item fits.'}</Empty>
            ) : (
              <RowsTable
                label="Items"
                rows={rows}
                columns={visibleColumns}
                chosen={chosen ? rows.findIndex((row) => isChosen(row, chosen, keyPaths)) : null}
                choose={(index) => open(rows[index] ?? null)}
                {...(may.write
                  ? {
                      lead: pickColumn(
                        picked,
                        setPicked,
                        (index) => {
                          const row = rows[index] as JsonObject;
                          return { name: String(row.id), place: place(row) };
                        },
                        rows.length,
                      ),
                    }
                  : {})}
              />
            )
          }
        </Loaded>
        <ListEnd loaded={rows.length} charge={charge} pages={pages} />
      </Card>
      {chosen && draft === null && (
        <ItemEditor
          key={writeJson([chosen.key, chosen.id])}
          target={target}
          keyPaths={keyPaths}
          id={chosen.id}
          partition={chosen.key}
          mayWrite={may.write}
          changed={() => void changed()}
          duplicate={setDraft}
          close={() => open(null)}
        />
      )}
      {draft !== null && (
        <NewItem
          target={target}
          keyPaths={keyPaths}
          draft={draft}
          close={(created) => {
            setDraft(null);
            if (created) {
              open(created);
              void changed();
            }
          }}
        />
      )}
      {deleting && (
        <DeletePicked
          places={[...picked]}
          remove={(place) => {
            const [key, id] = parseJson(place) as [Json[], string];
            return deleteItem(target, key, id);
          }}
          close={(done) => {
            setDeleting(false);
            setPicked(new Set());
            if (done) {
              void changed();
            }
          }}
        />
      )}
    </>
  );
}

interface Chosen {
  id: string;
  key: Json[];
}

/** The item that an address names; its key is written as JSON. */
function chosenOf(search: URLSearchParams): Chosen | null {
  const id = search.get('item');
  const key = search.get('key');
  if (id === null || key === null) {
    return null;
  }
  try {
    const read = parseJson(key);
    return Array.isArray(read) ? { id, key: read } : null;
  } catch {
    return null;
  }
}

const isChosen = (row: JsonObject, chosen: Chosen, keyPaths: readonly string[]): boolean =>
  row.id === chosen.id && writeJson(partitionKey(keyPaths, row)) === writeJson(chosen.key);

/** Items out of a file, each written over the one of its id. */
function Upload(props: {
  target: Target;
  keyPaths: readonly string[];
  done: (outcome: ReactNode) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File) => {
    setBusy(true);
    let written = 0;
    try {
      for (const item of itemsOf(await file.text(), parseJson)) {
        const key = isObject(item) ? partitionKey(props.keyPaths, item) : [];
        await patiently(() => createItem(props.target, key, writeJson(item), true));
        written++;
      }
      props.done(<p role="status">{count(written)} items were written.</p>);
    } catch (error) {
      props.done(
        <>
          <p role="status">{count(written)} items were written before this one.</p>
          <Failure error={error} />
        </>,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with items"
        accept=".json,.jsonl,.ndjson,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) {
            void upload(file);
          }
        }}
      />
      <button type="button" disabled={busy} onClick={() => input.current?.click()}>
        Upload
      </button>
    </>
  );
}
