import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDatabases, useSession } from '../api/admin';
import { admin, ask, part } from '../api/http';
import { visible } from '../lib/format';
import { isObject, parseJson } from '../lib/json';
import { rights } from '../lib/permissions';
import { useActing } from '../ui/acting';
import { useAddressValues } from '../ui/address-values';
import { Confirmed } from '../ui/confirmed';
import { Permissions } from '../ui/permissions';
import { Card, CopyButton, Dialog, Empty, Failure, Loaded, Page } from '../ui/pieces';

const KEYS = [
  ['primary', 'Primary', 'everything'],
  ['secondary', 'Secondary', 'everything'],
  ['primaryReadonly', 'Primary, read-only', 'reading'],
  ['secondaryReadonly', 'Secondary, read-only', 'reading'],
] as const;
type KeyName = (typeof KEYS)[number][0];

export default function Access() {
  const session = useSession().data;
  const may = rights(session);
  return (
    <Page title="Access" about="Who may do what: the account's keys, and users of databases.">
      <Card title="This session">
        <p>
          {session?.needsKey
            ? 'Signed in with an account key.'
            : 'Development mode on this machine: no key is needed.'}{' '}
          This session may {session?.readOnly ? 'only read' : 'do everything'}
          {session?.expires && <>, until {session.expires.slice(0, 16).replace('T', ' ')} UTC</>}.
        </p>
      </Card>
      {may.secrets ? (
        <Keys />
      ) : (
        <Card title="Keys">
          <Empty>A read-only key does not allow to see keys.</Empty>
        </Card>
      )}
      <Users mayWrite={may.write} />
    </Page>
  );
}

function Keys() {
  const client = useQueryClient();
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => admin<Record<KeyName, string>>('keys', { signal }),
  });
  const [shown, setShown] = useState<KeyName | null>(null);
  const [asked, setAsked] = useState<KeyName | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const regenerate = async () => {
    setFailure(null);
    try {
      await admin(`keys/${asked}/regenerate`, { method: 'POST' });
    } catch (error) {
      setFailure(error);
      return;
    }
    setAsked(null);
    await client.invalidateQueries({ queryKey: ['keys'] });
    await client.invalidateQueries({ queryKey: ['connection-strings'] });
  };
  return (
    <Card title="Keys">
      <Loaded of={keys} what="keys">
        {(all) => (
          <div className="table" tabIndex={0}>
            <table aria-label="Keys">
              <thead>
                <tr>
                  <th scope="col">Key</th>
                  <th scope="col">Allows</th>
                  <th scope="col">Value</th>
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {KEYS.map(([name, title, allows]) => (
                  <tr key={name}>
                    <td>{title}</td>
                    <td>{allows}</td>
                    <td className="mono">{shown === name ? all[name] : '••••••••••••••••'}</td>
                    <td>
                      <div className="row">
                        <button
                          type="button"
                          aria-label={`${shown === name ? 'Hide' : 'Show'} ${title}`}
                          onClick={() => setShown(shown === name ? null : name)}
                        >
                          {shown === name ? 'Hide' : 'Show'}
                        </button>
                        <CopyButton text={all[name]} name={`${title} key`} />
                        <button
                          type="button"
                          className="danger"
                          aria-label={`Regenerate ${title}`}
                          onClick={() => setAsked(name)}
                        >
                          Regenerate
                        </button>
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Loaded>
      {asked && (
        <Dialog title="Regenerate key" close={() => setAsked(null)}>
          <Confirmed confirm="Regenerate" danger run={regenerate} close={() => setAsked(null)}>
            <p>
              Programs that use the {KEYS.find(([name]) => name === asked)?.[1].toLowerCase()} key
              are refused at once, and whoever signed in to the portal with it is signed out.
            </p>
            {failure !== null && <Failure error={failure} />}
          </Confirmed>
        </Dialog>
      )}
    </Card>
  );
}

function Users(props: { mayWrite: boolean }) {
  const databases = useDatabases();
  const [search, change] = useAddressValues();
  return (
    <Card title="Users of a database">
      <Loaded of={databases} what="databases">
        {(all) => {
          const chosen = search.get('database') || all[0]?.name;
          return chosen ? (
            <>
              <label className="inline">
                Database
                <select
                  value={chosen}
                  onChange={(event) => change({ database: event.target.value, user: null })}
                >
                  {all.map((each) => (
                    <option key={each.name}>{each.name}</option>
                  ))}
                </select>
              </label>
              <UserList key={chosen} database={chosen} mayWrite={props.mayWrite} />
            </>
          ) : (
            <Empty>There are no databases yet.</Empty>
          );
        }}
      </Loaded>
    </Card>
  );
}

function UserList(props: { database: string; mayWrite: boolean }) {
  const link = `/dbs/${part(props.database)}/users`;
  const queryKey = ['users', props.database];
  const users = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const body = parseJson((await ask(link, { signal })).text);
      const list = isObject(body) && Array.isArray(body.Users) ? body.Users : [];
      return list.flatMap((each) => (isObject(each) ? [String(each.id)] : []));
    },
  });
  const [name, setName] = useState('');
  const [search, change] = useAddressValues();
  const open = search.get('user');
  const { act, failure } = useActing(queryKey);
  return (
    <Loaded of={users} what="users">
      {(all) => (
        <div className="stack">
          {all.length === 0 ? (
            <p className="quiet">
              No users. They get resource tokens, which allow a part of what a key allows.
            </p>
          ) : (
            <div className="table" tabIndex={0}>
              <table aria-label="Users">
                <thead>
                  <tr>
                    <th scope="col">User</th>
                    <th scope="col">Actions</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((user) => (
                    <tr key={user}>
                      <td>{visible(user)}</td>
                      <td className="row">
                        <button
                          type="button"
                          aria-expanded={open === user}
                          aria-label={`Permissions of ${visible(user)}`}
                          onClick={() =>
                            change({
                              database: props.database,
                              user: open === user ? null : user,
                            })
                          }
                        >
                          Permissions
                        </button>
                        {props.mayWrite && (
                          <button
                            type="button"
                            className="danger"
                            aria-label={`Delete user ${visible(user)}`}
                            onClick={() =>
                              void act(() => ask(`${link}/${part(user)}`, { method: 'DELETE' }))
                            }
                          >
                            Delete
                          </button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {open !== null && all.includes(open) && (
            <Permissions
              key={open}
              database={props.database}
              user={open}
              mayWrite={props.mayWrite}
            />
          )}
          {props.mayWrite && (
            <form
              className="row"
              onSubmit={(event) => {
                event.preventDefault();
                void act(() =>
                  ask(link, { method: 'POST', body: JSON.stringify({ id: name }) }),
                ).then((done) => done && setName(''));
              }}
            >
              <label className="inline">
                New user
                <input value={name} onChange={(event) => setName(event.target.value)} />
              </label>
              <button type="submit" disabled={name === ''}>
                Add
              </button>
            </form>
          )}
          {failure !== null && <Failure error={failure} />}
        </div>
      )}
    </Loaded>
  );
}
