import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useContainers, useDatabases, useSession } from '../api/admin';
import { createContainer, createDatabase, deleteContainer, deleteDatabase } from '../api/sql';
import { address, type Target, target } from '../lib/address';
import { eyesOf } from '../lib/eyes';
import { visible } from '../lib/format';
import { rights } from '../lib/permissions';
import { useAddressValues } from '../ui/address-values';
import { Confirmed } from '../ui/confirmed';
import { ContainerTree } from '../ui/container-tree';
import { Card, Dialog, Empty, Failure, Loaded, Page, Tabs } from '../ui/pieces';
import { ContainerSettings } from './container/container-settings';
import { Documents } from './container/documents';
import { Items } from './container/items';
import { Overview } from './container/overview';
import { Scripts } from './container/scripts';

const VIEWS = [
  ['items', 'Items'],
  ['scripts', 'Scripts'],
  ['settings', 'Settings'],
] as const;
type View = (typeof VIEWS)[number][0];

export default function Data() {
  const [search, change] = useAddressValues();
  const [, go] = useLocation();
  const may = rights(useSession().data);
  const [dialog, setDialog] = useState<'database' | 'container' | 'delete' | null>(null);
  const chosen = target(search);
  const isSql = useIsSql(chosen);
  const view: View = VIEWS.find(([name]) => name === search.get('view'))?.[0] ?? 'items';
  const choose = (next: View) => change({ view: next, item: null, key: null, script: null });
  return (
    <Page
      title="Data"
      about={
        chosen
          ? `${visible(chosen.database)} / ${visible(chosen.container)}`
          : 'Databases, containers and their items.'
      }
      actions={
        may.write && (
          <>
            <button type="button" onClick={() => setDialog('database')}>
              New database
            </button>
            <button type="button" onClick={() => setDialog('container')}>
              New container
            </button>
            {isSql && (
              <button type="button" className="danger" onClick={() => setDialog('delete')}>
                Delete container
              </button>
            )}
          </>
        )
      }
    >
      <div className="split">
        <Card title="Containers">
          <ContainerTree page="/data" target={chosen} keep={['view']} />
        </Card>
        {chosen ? (
          <div className="stack wide" key={`${chosen.database}/${chosen.container}`}>
            <Seen target={chosen} view={view} choose={choose} />
          </div>
        ) : (
          <Overview />
        )}
      </div>
      {dialog === 'database' && <NewDatabase close={() => setDialog(null)} />}
      {dialog === 'container' && (
        <NewContainer database={chosen?.database ?? ''} close={() => setDialog(null)} />
      )}
      {dialog === 'delete' && chosen && (
        <DeleteContainer
          target={chosen}
          close={(deleted) => {
            setDialog(null);
            if (deleted) {
              go(address('/data'));
            }
          }}
        />
      )}
    </Page>
  );
}

/** A container by the eyes of its API; what the SQL API has beside items only where it is its own. */
function Seen(props: { target: Target; view: View; choose: (view: View) => void }) {
  const { target: chosen, view } = props;
  const containers = useContainers(chosen.database);
  return (
    <Loaded of={containers} what="the container">
      {(all) => {
        const line = all.find((each) => each.name === chosen.container);
        const eyes = line ? eyesOf(line.api) : null;
        if (line && eyes) {
          return <Documents target={chosen} line={line} eyes={eyes} />;
        }
        if (line && line.api !== 'sql') {
          return (
            <Card title="Items">
              <Empty>
                This container belongs to the {line.api} API, whose items are not shown here. Its
                partitions are.
              </Empty>
            </Card>
          );
        }
        return (
          <>
            <Tabs label="Container" tabs={VIEWS} chosen={view} choose={props.choose} />
            {view === 'items' && <Items target={chosen} />}
            {view === 'scripts' && <Scripts target={chosen} />}
            {view === 'settings' && <ContainerSettings target={chosen} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** The SQL API deletes its own. */
function useIsSql(chosen: Target | null): boolean {
  const containers = useContainers(chosen?.database ?? '', chosen !== null);
  return containers.data?.find((each) => each.name === chosen?.container)?.api === 'sql';
}

/** What a dialog does when it is confirmed. */
function useAction(work: () => Promise<unknown>, done: () => void) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
      return;
    }
    await client.invalidateQueries({ queryKey: ['databases'] });
    await client.invalidateQueries({ queryKey: ['containers'] });
    done();
  };
  return { run, failure };
}

function NewDatabase(props: { close: () => void }) {
  const [name, setName] = useState('');
  const { run, failure } = useAction(() => createDatabase(name), props.close);
  return (
    <Dialog title="New database" close={props.close}>
      <Confirmed confirm="Create" disabled={name === ''} run={run} close={props.close}>
        <label>
          Name
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        {failure !== null && <Failure error={failure} />}
      </Confirmed>
    </Dialog>
  );
}

function NewContainer(props: { database: string; close: () => void }) {
  const [database, setDatabase] = useState(props.database);
  const known = useDatabases().data ?? [];
  const [name, setName] = useState('');
  const [key, setKey] = useState('/');
  const [throughput, setThroughput] = useState('400');
  const [unique, setUnique] = useState('');
  const [ttl, setTtl] = useState('');
  const paths = key.split(',').map((path) => path.trim());
  const { run, failure } = useAction(
    () =>
      createContainer(
        { database, container: name },
        {
          partitionKey: { paths, kind: paths.length > 1 ? 'MultiHash' : 'Hash', version: 2 },
          ...(unique.trim() === '' ? {} : { uniqueKeyPolicy: { uniqueKeys: uniqueKeys(unique) } }),
          ...(ttl.trim() === '' ? {} : { defaultTtl: Number(ttl) }),
        },
        Number(throughput) || undefined,
      ),
    props.close,
  );
  return (
    <Dialog title="New container" close={props.close}>
      <Confirmed
        confirm="Create"
        disabled={database === '' || name === '' || key.length < 2}
        run={run}
        close={props.close}
      >
        <label>
          Database
          <input
            value={database}
            list="databases"
            onChange={(event) => setDatabase(event.target.value)}
          />
          <datalist id="databases">
            {known.map((each) => (
              <option key={each.name} value={each.name} />
            ))}
          </datalist>
        </label>
        <label>
          Name
          <input value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          Partition key (up to three paths, separated by commas)
          <input value={key} onChange={(event) => setKey(event.target.value)} />
        </label>
        <label>
          Throughput in RU/s
          <input
            inputMode="numeric"
            value={throughput}
            onChange={(event) => setThroughput(event.target.value)}
          />
        </label>
        <label>
          Unique keys (paths separated by commas, keys by semicolons; none if empty)
          <input
            value={unique}
            placeholder="/mail; /country, /number"
            onChange={(event) => setUnique(event.target.value)}
          />
        </label>
        <label>
          Items live for so many seconds (-1: as their own ttl says; for ever if empty)
          <input inputMode="numeric" value={ttl} onChange={(event) => setTtl(event.target.value)} />
        </label>
        {failure !== null && <Failure error={failure} />}
      </Confirmed>
    </Dialog>
  );
}

/** "/mail; /country, /number" as the protocol has it. */
const uniqueKeys = (text: string) =>
  text
    .split(';')
    .map((key) => ({ paths: key.split(',').map((path) => path.trim()) }))
    .filter((key) => key.paths.some((path) => path !== ''));

function DeleteContainer(props: { target: Target; close: (deleted: boolean) => void }) {
  const [typed, setTyped] = useState('');
  const containers = useContainers(props.target.database);
  const last = containers.data?.length === 1;
  const [databaseToo, setDatabaseToo] = useState(false);
  const { run, failure } = useAction(
    async () => {
      await deleteContainer(props.target);
      if (last && databaseToo) {
        await deleteDatabase(props.target.database);
      }
    },
    () => props.close(true),
  );
  return (
    <Dialog title="Delete container" close={() => props.close(false)}>
      <Confirmed
        confirm="Delete"
        danger
        disabled={typed !== props.target.container}
        run={run}
        close={() => props.close(false)}
      >
        <p>
          All items of <strong>{visible(props.target.container)}</strong> are deleted with it. This
          cannot be undone.
        </p>
        <label>
          Type the container's name to go on
          <input
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        {last && (
          <label className="inline">
            <input
              type="checkbox"
              checked={databaseToo}
              onChange={(event) => setDatabaseToo(event.target.checked)}
            />
            Delete the database as well: it is its last container
          </label>
        )}
        {failure !== null && <Failure error={failure} />}
      </Confirmed>
    </Dialog>
  );
}
