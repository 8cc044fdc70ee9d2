import type { Target } from '../lib/address';
import {
  asciiJson,
  isObject,
  type Json,
  type JsonObject,
  LongNumber,
  parseJson,
  writeJson,
} from '../lib/json';
import type { QueryRoute } from '../lib/verdicts';
import { type Answer, ApiError, ask, part } from './http';

export interface ContainerDefinition extends JsonObject {
  id: string;
  partitionKey: { paths: string[]; kind: string };
}

const VERSION = { 'x-ms-version': '2020-07-15' };

export const containerLink = ({ database, container }: Target): string =>
  `/dbs/${part(database)}/colls/${part(container)}`;

const itemsLink = (target: Target): string => `${containerLink(target)}/docs`;

/** The levels of an item's partition key, as the protocol wants them in a header. */
export function partitionKey(paths: readonly string[], item: JsonObject): Json[] {
  return paths.map((path) => {
    let value: Json | undefined = item;
    for (const name of segments(path)) {
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
    // Nothing there, or nothing that can be a key: the protocol writes that as an empty object.
    return value === undefined ||
      (typeof value === 'object' && value !== null && !(value instanceof LongNumber))
      ? {}
      : value;
  });
}

/** `/a/"b c"` → a, b c. */
export const segments = (path: string): string[] =>
  [...path.matchAll(/\/(?:"((?:[^"\\]|\\.)*)"|([^/]*))/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  );

const keyHeader = (key: Json[]): Record<string, string> => ({
  'x-ms-documentdb-partitionkey': asciiJson(key),
});

export async function readContainer(
  target: Target,
  signal?: AbortSignal,
): Promise<ContainerDefinition> {
  const answer = await ask(containerLink(target), { headers: VERSION, signal });
  return parseJson(answer.text) as ContainerDefinition;
}

export async function createDatabase(id: string): Promise<void> {
  await ask('/dbs', { method: 'POST', headers: VERSION, body: JSON.stringify({ id }) });
}

export async function createContainer(
  target: Target,
  definition: JsonObject,
  throughput?: number,
): Promise<void> {
  await ask(`/dbs/${part(target.database)}/colls`, {
    method: 'POST',
    headers: {
      ...VERSION,
      ...(throughput ? { 'x-ms-offer-throughput': String(throughput) } : {}),
    },
    body: JSON.stringify({ ...definition, id: target.container }),
  });
}

export async function replaceContainer(target: Target, definition: JsonObject): Promise<void> {
  await ask(containerLink(target), {
    method: 'PUT',
    headers: VERSION,
    body: writeJson(definition),
  });
}

export const deleteContainer = (target: Target): Promise<Answer> =>
  ask(containerLink(target), { method: 'DELETE', headers: VERSION });

export const deleteDatabase = (database: string): Promise<Answer> =>
  ask(`/dbs/${part(database)}`, { method: 'DELETE', headers: VERSION });

export const createItem = (
  target: Target,
  key: Json[],
  text: string,
  upsert = false,
): Promise<Answer> =>
  ask(itemsLink(target), {
    method: 'POST',
    headers: {
      ...VERSION,
      ...keyHeader(key),
      ...(upsert ? { 'x-ms-documentdb-is-upsert': 'True' } : {}),
    },
    body: text,
  });

/** All of them or none; they have one partition key. */
export async function upsertAll(target: Target, key: Json[], items: JsonObject[]): Promise<void> {
  const answer = await ask(itemsLink(target), {
    method: 'POST',
    headers: {
      ...VERSION,
      ...keyHeader(key),
      'x-ms-cosmos-is-batch-request': 'True',
      'x-ms-cosmos-batch-atomic': 'True',
    },
    body: writeJson(items.map((item) => ({ operationType: 'Upsert', resourceBody: item }))),
  });
  const outcomes = parseJson(answer.text);
  const failed = Array.isArray(outcomes)
    ? outcomes.find((each) => isObject(each) && Number(each.statusCode) >= 400)
    : undefined;
  if (isObject(failed)) {
    throw new ApiError(
      Number(failed.statusCode),
      'A batch of items was not written.',
      '',
      Number(failed.retryAfterMilliseconds ?? 0),
    );
  }
}

export const readItem = (
  target: Target,
  key: Json[],
  id: string,
  signal?: AbortSignal,
): Promise<Answer> =>
  ask(`${itemsLink(target)}/${part(id)}`, {
    headers: { ...VERSION, ...keyHeader(key) },
    signal,
  });

/** Only if the item still has this etag. */
export const replaceItem = (
  target: Target,
  key: Json[],
  id: string,
  text: string,
  etag: string,
): Promise<Answer> =>
  ask(`${itemsLink(target)}/${part(id)}`, {
    method: 'PUT',
    headers: { ...VERSION, ...keyHeader(key), 'if-match': etag },
    body: text,
  });

export const deleteItem = (target: Target, key: Json[], id: string): Promise<Answer> =>
  ask(`${itemsLink(target)}/${part(id)}`, {
    method: 'DELETE',
    headers: { ...VERSION, ...keyHeader(key) },
  });

export interface QueryPage {
  rows: Json[];
  continuation: string | null;
  charge: number;
  millis: number;
  metrics: Record<string, number>;
  indexes: Json;
  route: QueryRoute | null;
}

export interface Query {
  text: string;
  parameters?: { name: string; value: Json }[];
  pageSize: number;
  continuation?: string | null;
  key?: Json[];
}

/** One page of what a query finds, in all partitions unless a key is given. */
export async function query(
  target: Target,
  asked: Query,
  signal?: AbortSignal,
): Promise<QueryPage> {
  const started = performance.now();
  const answer = await ask(itemsLink(target), {
    method: 'POST',
    signal,
    headers: {
      ...VERSION,
      'content-type': 'application/query+json',
      'x-ms-documentdb-isquery': 'True',
      'x-ms-documentdb-query-enablecrosspartition': 'True',
      'x-ms-documentdb-populatequerymetrics': 'True',
      'x-ms-cosmos-populateindexmetrics': 'True',
      'x-orrery-explain': 'true',
      'x-ms-max-item-count': String(asked.pageSize),
      ...(asked.continuation ? { 'x-ms-continuation': asked.continuation } : {}),
      ...(asked.key ? keyHeader(asked.key) : {}),
    },
    body: asciiJson({
      query: asked.text,
      parameters: (asked.parameters ?? []).map(({ name, value }) => ({ name, value })),
    }),
  });
  const body = parseJson(answer.text);
  return {
    rows: isObject(body) && Array.isArray(body.Documents) ? body.Documents : [],
    continuation: answer.headers.get('x-ms-continuation'),
    charge: charge(answer),
    millis: performance.now() - started,
    metrics: queryMetrics(answer.headers.get('x-ms-documentdb-query-metrics') ?? ''),
    indexes: indexMetrics(answer.headers.get('x-ms-cosmos-index-utilization')),
    route: route(answer.headers.get('x-orrery-explanation')),
  };
}

/** Which partitions were asked, and what was read there. */
function route(text: string | null): QueryRoute | null {
  return text ? (JSON.parse(text) as QueryRoute) : null;
}

export const charge = (answer: Answer): number =>
  Number(answer.headers.get('x-ms-request-charge') ?? 0);

/** `a=1;b=2.5` */
export function queryMetrics(text: string): Record<string, number> {
  const metrics: Record<string, number> = {};
  for (const pair of text.split(';')) {
    const [name, value] = pair.split('=');
    if (name && value && Number.isFinite(Number(value))) {
      metrics[name.trim()] = Number(value);
    }
  }
  return metrics;
}

/** JSON, plain or percent-encoded or in base64, as versions of the service have it. */
function indexMetrics(text: string | null): Json {
  if (!text) {
    return null;
  }
  for (const read of [(t: string) => t, decodeURIComponent, atob]) {
    try {
      return parseJson(read(text));
    } catch {
      // In another form then.
    }
  }
  return text;
}

/** Does something again as long as the server says that it is too much at once. */
export async function patiently<T>(
  work: () => Promise<T>,
  throttled: () => void = () => {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.status !== 429 || attempt > 30) {
        throw failure;
      }
      throttled();
      await new Promise((resolve) => setTimeout(resolve, Math.max(20, failure.retryAfterMillis)));
    }
  }
}

export interface Offer {
  rid: string;
  throughput: number;
  autoscale: boolean;
  document: JsonObject;
}

/** The throughput of a container; null if it has none of its own. */
export async function readOffer(resourceRid: string, signal?: AbortSignal): Promise<Offer | null> {
  const answer = await ask('/offers', {
    method: 'POST',
    signal,
    headers: {
      ...VERSION,
      'content-type': 'application/query+json',
      'x-ms-documentdb-isquery': 'True',
    },
    body: JSON.stringify({
      query: 'SELECT * FROM root r WHERE r.offerResourceId = @rid',
      parameters: [{ name: '@rid', value: resourceRid }],
    }),
  });
  const body = parseJson(answer.text);
  const found = isObject(body) && Array.isArray(body.Offers) ? body.Offers[0] : undefined;
  if (!isObject(found) || !isObject(found.content)) {
    return null;
  }
  const auto = found.content.offerAutopilotSettings;
  const autoscale = isObject(auto);
  return {
    rid: String(found._rid),
    throughput: Number(autoscale ? auto.maxThroughput : found.content.offerThroughput),
    autoscale,
    document: found,
  };
}

export const replaceOffer = (offer: Offer, throughput: number): Promise<Answer> =>
  ask(`/offers/${part(offer.rid)}`, {
    method: 'PUT',
    headers: VERSION,
    body: JSON.stringify({ ...offer.document, content: { offerThroughput: throughput } }),
  });

export interface ChangePage {
  rows: Json[];
  continuation: string | null;
}

/** What changed after a continuation, or from a place on: now, the beginning or a time. */
export async function changes(
  target: Target,
  asked: { from: string; all: boolean; continuation: string | null },
  signal?: AbortSignal,
): Promise<ChangePage> {
  const start: Record<string, string> = asked.continuation
    ? { 'if-none-match': asked.continuation }
    : asked.from === ''
      ? { 'if-none-match': '*' }
      : asked.from === 'beginning'
        ? {}
        : { 'if-modified-since': new Date(`${asked.from}Z`).toUTCString() };
  const answer = await ask(itemsLink(target), {
    signal,
    headers: {
      ...VERSION,
      'a-im': asked.all ? 'Full-Fidelity Feed' : 'Incremental feed',
      ...(asked.all ? { 'x-ms-cosmos-changefeed-wire-format-version': '2021-09-15' } : {}),
      'x-ms-max-item-count': '200',
      ...start,
    },
  });
  const body = answer.text === '' ? null : parseJson(answer.text);
  return {
    rows: isObject(body) && Array.isArray(body.Documents) ? body.Documents : [],
    continuation: answer.headers.get('etag'),
  };
}
