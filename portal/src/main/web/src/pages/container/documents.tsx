import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ContainerLine, useSession } from '../../api/admin';
import {
  createDocument,
  deleteDocument,
  readDocuments,
  replaceDocument,
  type StoredDocument,
} from '../../api/documents';
import { partitionKey } from '../../api/sql';
import type { Target } from '../../lib/address';
import { type Eyes, indentedGently, membersIn, nameOf } from '../../lib/eyes';
import { type JsonObject, writeJson } from '../../lib/json';
import { rights } from '../../lib/permissions';
import { useAddressValues } from '../../ui/address-values';
import { Card, Empty, Loaded } from '../../ui/pieces';
import { RowsTable } from '../../ui/rows-table';
import {
  ColumnChoice,
  Condition,
  DeletePicked,
  ListEnd,
  pickColumn,
  useShownColumns,
} from './listing';
import { NewVersion, type Place, type Version, VersionedEditor } from './versioned';

const PAGE = 100;
const COLUMNS_SHOWN = 10;

/** An item that was read, and what is in it. */
interface Row {
  stored: StoredDocument;
  members: JsonObject;
}

interface Props {
  target: Target;
  line: ContainerLine;
  eyes: Eyes;
}

const rowOf = (stored: StoredDocument): Row => ({ stored, members: membersIn(stored.document) });

/** Documents of a collection or entities of a table, with the types that their API gives them. */
export function Documents(props: Props) {
  const { target, line, eyes } = props;
  const [search, change] = useAddressValues();
  const may = rights(useSession().data);
  const client = useQueryClient();
  const filter = search.get('where') ?? '';
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useShownColumns();
  const [draft, setDraft] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);

  const pages = useInfiniteQuery({
    queryKey: ['documents', target, filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const page = await readDocuments(
        target,
        { filter, count: PAGE, continuation: pageParam },
        signal,
      );
      return { ...page, rows: page.items.map(rowOf) };
    },
    getNextPageParam: (last) => last.continuation ?? null,
  });
  const changed = () => client.invalidateQueries({ queryKey: ['documents', target] });
  const rows = (pages.data?.pages ?? []).flatMap((page) => page.rows);
  const members = rows.map((row) => row.members);
  const all = eyes.columns(members);
  const columns = [
    ...eyes.keys,
    ...(shown ?? all.slice(0, COLUMNS_SHOWN)).filter((name) => !eyes.keys.includes(name)),
  ];
  const charge = (pages.data?.pages ?? []).reduce((sum, page) => sum + page.requestUnits, 0);
  const place = (row: Row): string => placeOf(row.members, line.partitionKeyPaths, eyes);
  const chosen = search.get('item');
  const title = eyes.plural.replace(/^./, (first) => first.toUpperCase());

  return (
    <>
      <Card
        title={title}
        actions={
          <>
            {may.write && (
              <>
                <button
                  type="button"
                  className="primary"
                  onClick={() => setDraft(eyes.draft(line.partitionKeyPaths))}
                >
                  New {eyes.noun}
                </button>
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
            key={filter}
            label={eyes.filter}
            value={filter}
            example={eyes.example}
            apply={(next) => change({ where: next })}
          />
          <ColumnChoice
            all={all.filter((name) => !eyes.keys.includes(name))}
            chosen={columns}
            choose={setShown}
          />
        </div>
        <Loaded of={pages} what={eyes.plural}>
          {() =>
            rows.length === 0 ? (
              <Empty>
                {filter === '' ? `There are no ${eyes.plural} yet.` : `No ${eyes.noun} fits.`}
              </Empty>
            ) : (
              <RowsTable
                label={title}
                rows={members}
                columns={columns}
                typed={(row, name) => eyes.value(row as JsonObject, name)}
                chosen={chosen === null ? null : rows.findIndex((row) => place(row) === chosen)}
                choose={(index) => change({ item: rows[index] ? place(rows[index]) : null })}
                {...(may.write
                  ? {
                      lead: pickColumn(
                        picked,
                        setPicked,
                        (index) => {
                          const row = rows[index] as Row;
                          return { name: nameOf(eyes, row.members), place: place(row) };
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
      {chosen !== null && draft === null && (
        <OneDocument
          key={chosen}
          {...props}
          place={chosen}
          mayWrite={may.write}
          changed={() => void changed()}
          duplicate={setDraft}
          close={() => change({ item: null })}
        />
      )}
      {draft !== null && (
        <NewVersion
          title={`New ${eyes.noun}`}
          label={`New ${eyes.noun} as JSON`}
          draft={draft}
          create={async (text) => {
            const created = rowOf(await createDocument(target, text));
            setDraft(null);
            change({ item: place(created) });
            await changed();
          }}
          cancel={() => setDraft(null)}
        />
      )}
      {deleting && (
        <DeletePicked
          places={[...picked]}
          remove={async (each) => {
            const row = rows.find((one) => place(one) === each);
            return row && deleteDocument(target, row.stored);
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

/** What names an item among all: a filter that finds it, and the partition it is in. */
const placeOf = (members: JsonObject, keyPaths: readonly string[], eyes: Eyes): string =>
  writeJson([eyes.place(members), ...partitionKey(keyPaths, members)]);

function filterOf(place: string): string {
  try {
    const [filter] = JSON.parse(place) as unknown[];
    return typeof filter === 'string' ? filter : '';
  } catch {
    return place; // Somebody wrote the address by hand: the server says what is wrong with it.
  }
}

/** The item of a place, which has others with its id in other partitions. */
async function find(props: Props & { place: string }, signal?: AbortSignal): Promise<Row> {
  const { target, line, eyes, place } = props;
  const found = await readDocuments(
    target,
    { filter: filterOf(place), count: PAGE, continuation: null },
    signal,
  );
  const row = found.items
    .map(rowOf)
    .find(({ members }) => placeOf(members, line.partitionKeyPaths, eyes) === place);
  if (!row) {
    throw new Error(`There is no such ${eyes.noun} any more.`);
  }
  return row;
}

const version = async ({ stored }: Row): Promise<Version> => ({
  text: await indentedGently(stored.document),
  etag: stored.etag,
});

function OneDocument(
  props: Props & {
    place: string;
    mayWrite: boolean;
    changed: () => void;
    duplicate: (draft: string) => void;
    close: () => void;
  },
) {
  const { target, eyes } = props;
  const stored = useQuery({
    queryKey: ['document', target, props.place],
    // What is being edited is not to change under the hands of whoever edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const row = await find(props, signal);
      return { ...row, version: await version(row) };
    },
  });
  const place: Place = {
    read: async () => await version(await find(props)),
    save: async (text, etag) => {
      const now = await replaceDocument(target, text, etag);
      return { etag: now.etag, charge: now.requestUnits };
    },
    remove: ({ text, etag }) => deleteDocument(target, { document: text, etag }),
  };
  const title = eyes.noun.replace(/^./, (first) => first.toUpperCase());
  return (
    <Loaded of={stored} what={`the ${eyes.noun}`}>
      {(first) => (
        <VersionedEditor
          {...props}
          title={`${title} ${nameOf(eyes, first.members)}`}
          label={`${title} as JSON`}
          first={first.version}
          place={place}
          fixed={
            first.stored.editable
              ? undefined
              : 'This can only be looked at here: something in it has no text of its own.'
          }
          duplicate={(text) => props.duplicate(writeJson(eyes.copy(membersIn(text)), 2))}
        />
      )}
    </Loaded>
  );
}
