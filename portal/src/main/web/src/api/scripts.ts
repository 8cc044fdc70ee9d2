import type { Target } from '../lib/address';
import { asciiJson, isObject, type Json, parseJson } from '../lib/json';
import { ask, part } from './http';
import { charge, containerLink } from './sql';

/** What scripts there are: their name in addresses, in feeds, and for people. */
export const KINDS = [
  { path: 'sprocs', feed: 'StoredProcedures', name: 'Stored procedures' },
  { path: 'triggers', feed: 'Triggers', name: 'Triggers' },
  { path: 'udfs', feed: 'UserDefinedFunctions', name: 'Functions' },
] as const;
export type Kind = (typeof KINDS)[number]['path'];

export interface Script {
  kind: Kind;
  id: string;
  body: string;
  /** Of triggers only. */
  triggerType?: string;
  triggerOperation?: string;
}

const link = (target: Target, kind: Kind, id?: string): string =>
  `${containerLink(target)}/${kind}${id === undefined ? '' : `/${part(id)}`}`;

export async function readScripts(target: Target, signal?: AbortSignal): Promise<Script[]> {
  const all = await Promise.all(
    KINDS.map(async ({ path, feed }) => {
      const body = parseJson((await ask(link(target, path), { signal })).text);
      const list = isObject(body) && Array.isArray(body[feed]) ? body[feed] : [];
      return list.flatMap((each): Script[] => (isObject(each) ? [script(path, each)] : []));
    }),
  );
  return all.flat();
}

function script(kind: Kind, each: { [name: string]: Json }): Script {
  return {
    kind,
    id: String(each.id),
    body: String(each.body),
    ...(kind === 'triggers'
      ? {
          triggerType: String(each.triggerType),
          triggerOperation: String(each.triggerOperation),
        }
      : {}),
  };
}

/** Creates a script, or replaces the one of its name. */
export async function saveScript(target: Target, saved: Script, isNew: boolean): Promise<void> {
  const { kind, ...document } = saved;
  await ask(isNew ? link(target, kind) : link(target, kind, saved.id), {
    method: isNew ? 'POST' : 'PUT',
    body: JSON.stringify(document),
  });
}

export async function deleteScript(target: Target, kind: Kind, id: string): Promise<void> {
  await ask(link(target, kind, id), { method: 'DELETE' });
}

export interface ProcedureResult {
  text: string;
  log: string;
  charge: number;
}

/** Runs a procedure with these arguments, in one transaction on one partition key. */
export async function runProcedure(
  target: Target,
  id: string,
  key: Json[],
  parameters: Json[],
): Promise<ProcedureResult> {
  const answer = await ask(link(target, 'sprocs', id), {
    method: 'POST',
    headers: {
      'x-ms-documentdb-partitionkey': asciiJson(key),
      'x-ms-documentdb-script-enable-logging': 'True',
    },
    body: asciiJson(parameters),
  });
  return {
    text: answer.text,
    log: decodeURIComponent(answer.headers.get('x-ms-documentdb-script-log-results') ?? ''),
    charge: charge(answer),
  };
}
