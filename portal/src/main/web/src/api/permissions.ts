import { isObject, type Json, parseJson, writeJson } from '../lib/json';
import { ask, part } from './http';

export const MODES = ['Read', 'All'] as const;
export type Mode = (typeof MODES)[number];

/** What a user may do with a container, or with one partition key of it. */
export interface Permission {
  id: string;
  mode: string;
  resource: string;
  key: string | null;
}

const link = (database: string, user: string): string =>
  `/dbs/${part(database)}/users/${part(user)}/permissions`;

export async function readPermissions(
  database: string,
  user: string,
  signal?: AbortSignal,
): Promise<Permission[]> {
  const body = parseJson((await ask(link(database, user), { signal })).text);
  const list = isObject(body) && Array.isArray(body.Permissions) ? body.Permissions : [];
  return list.flatMap((each) =>
    isObject(each)
      ? [
          {
            id: String(each.id),
            mode: String(each.permissionMode),
            resource: String(each.resource),
            key:
              each.resourcePartitionKey === undefined ? null : writeJson(each.resourcePartitionKey),
          },
        ]
      : [],
  );
}

/** Gives a permission; its token is in the answer. */
export async function createPermission(
  database: string,
  user: string,
  asked: { id: string; mode: Mode; container: string; key: Json | null },
): Promise<string> {
  const answer = await ask(link(database, user), {
    method: 'POST',
    body: writeJson({
      id: asked.id,
      permissionMode: asked.mode,
      resource: `dbs/${database}/colls/${asked.container}`,
      ...(asked.key === null
        ? {}
        : { resourcePartitionKey: Array.isArray(asked.key) ? asked.key : [asked.key] }),
    }),
  });
  const body = parseJson(answer.text);
  return isObject(body) ? String(body._token) : '';
}

export const deletePermission = (database: string, user: string, id: string): Promise<unknown> =>
  ask(`${link(database, user)}/${part(id)}`, { method: 'DELETE' });
