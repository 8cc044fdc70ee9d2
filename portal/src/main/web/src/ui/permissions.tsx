import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContainers } from '../api/admin';
import {
  createPermission,
  deletePermission,
  MODES,
  type Mode,
  readPermissions,
} from '../api/permissions';
import { visible } from '../lib/format';
import { type Json, parseJson } from '../lib/json';
import { useActing } from './acting';
import { Copyable, Failure, Loaded } from './pieces';

/** What a user may do: listed, given and taken; the token of a new permission is shown once. */
export function Permissions(props: { database: string; user: string; mayWrite: boolean }) {
  const { database, user } = props;
  const queryKey = ['permissions', database, user];
  const permissions = useQuery({
    queryKey,
    queryFn: ({ signal }) => readPermissions(database, user, signal),
  });
  const [token, setToken] = useState<{ id: string; token: string } | null>(null);
  const { act, failure } = useActing(queryKey);
  return (
    <Loaded of={permissions} what="permissions">
      {(all) => (
        <div className="stack">
          <h3>Permissions of {visible(user, 60)}</h3>
          {all.length === 0 ? (
            <p className="quiet">This user may do nothing yet.</p>
          ) : (
            <div className="table" tabIndex={0}>
              <table aria-label="Permissions">
                <thead>
                  <tr>
                    <th scope="col">Permission</th>
                    <th scope="col">Mode</th>
                    <th scope="col">Resource</th>
                    <th scope="col">Partition key</th>
                    <th scope="col">Actions</th>
                  </tr>
                </thead>
                <tbody>
                  {all.map((each) => (
                    <tr key={each.id}>
                      <td>{visible(each.id)}</td>
                      <td>{each.mode}</td>
                      <td>{visible(each.resource)}</td>
                      <td>{each.key === null ? 'any' : visible(each.key)}</td>
                      <td>
                        {props.mayWrite && (
                          <button
                            type="button"
                            className="danger"
                            aria-label={`Delete permission ${visible(each.id)}`}
                            onClick={() =>
                              void act(() => deletePermission(database, user, each.id))
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
          {token && (
            <div className="notice">
              <p>
                The token of {visible(token.id, 60)}. It is good for an hour, and not shown again:
                who needs it later gives the permission once more.
              </p>
              <Copyable text={token.token} name="token" />
              <div>
                <button type="button" onClick={() => setToken(null)}>
                  Done
                </button>
              </div>
            </div>
          )}
          {props.mayWrite && (
            <NewPermission
              database={database}
              give={(asked) =>
                act(async () => {
                  const made = await createPermission(database, user, asked);
                  setToken({ id: asked.id, token: made });
                })
              }
            />
          )}
          {failure !== null && <Failure error={failure} />}
        </div>
      )}
    </Loaded>
  );
}

function NewPermission(props: {
  database: string;
  give: (asked: {
    id: string;
    mode: Mode;
    container: string;
    key: Json | null;
  }) => Promise<boolean>;
}) {
  const containers = useContainers(props.database).data?.filter((each) => each.api === 'sql') ?? [];
  const [id, setId] = useState('');
  const [mode, setMode] = useState<Mode>('Read');
  const [container, setContainer] = useState('');
  const [key, setKey] = useState('');
  const chosen = container || containers[0]?.name || '';
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        void props
          .give({ id, mode, container: chosen, key: key.trim() === '' ? null : asKey(key.trim()) })
          .then((done) => done && setId(''));
      }}
    >
      <label className="inline">
        New permission
        <input value={id} onChange={(event) => setId(event.target.value)} />
      </label>
      <label className="inline">
        Mode
        <select value={mode} onChange={(event) => setMode(event.target.value as Mode)}>
          {MODES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label className="inline">
        Container
        <select value={chosen} onChange={(event) => setContainer(event.target.value)}>
          {containers.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </label>
      <label className="inline">
        Partition key
        <input
          value={key}
          placeholder="any"
          size={12}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <button type="submit" disabled={id === '' || chosen === ''}>
        Give
      </button>
    </form>
  );
}

/** JSON if it is some, otherwise the text itself. */
function asKey(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
