import { visible } from './format';
import { isObject, type Json, type JsonObject, LongNumber, parseJson, writeJson } from './json';
import { cellText } from './rows';

/** A value as an API calls it. */
export interface Typed {
  type: string;
  text: string;
}

/** How an API sees the items of its containers. */
export interface Eyes {
  noun: string;
  plural: string;
  /** What filters are written in, and one as an example. */
  filter: string;
  example: string;
  /** Shown in front of all others. */
  keys: readonly string[];
  /** The columns of rows; what only tells types is none. */
  columns: (rows: readonly JsonObject[]) => string[];
  value: (row: JsonObject, name: string) => Typed | null;
  /** A filter that finds an item again by its key. */
  place: (item: JsonObject) => string;
  /** What a new item begins with. */
  draft: (keyPaths: readonly string[]) => string;
  /** Another item like this one. */
  copy: (item: JsonObject) => JsonObject;
}

/** BSON's types by the members that extended JSON tells them with. */
const BSON: Record<string, string> = {
  $oid: 'ObjectId',
  $numberInt: 'Int32',
  $numberLong: 'Int64',
  $numberDouble: 'Double',
  $numberDecimal: 'Decimal128',
  $date: 'Date',
  $binary: 'Binary',
  $timestamp: 'Timestamp',
  $regularExpression: 'Regex',
  $symbol: 'Symbol',
  $code: 'Code',
  $dbPointer: 'DBPointer',
  $minKey: 'MinKey',
  $maxKey: 'MaxKey',
  $undefined: 'Undefined',
};

/** A value in extended JSON, with its type in BSON. */
export function bsonValue(value: Json): Typed {
  if (isObject(value)) {
    const [name = '', ...others] = Object.keys(value);
    const type = BSON[name];
    if (type && (others.length === 0 || name === '$code')) {
      return { type, text: inside(type, value[name] ?? null) };
    }
    return { type: 'Object', text: cellText(value) };
  }
  if (Array.isArray(value)) {
    return { type: 'Array', text: cellText(value) };
  }
  if (typeof value === 'number' || value instanceof LongNumber) {
    return { type: Number.isInteger(value) ? 'Int32' : 'Double', text: String(value) };
  }
  return {
    type: value === null ? 'Null' : typeof value === 'boolean' ? 'Boolean' : 'String',
    text: cellText(value),
  };
}

function inside(type: string, value: Json): string {
  if (type === 'MinKey' || type === 'MaxKey' || type === 'Undefined') {
    return '';
  }
  if (!isObject(value)) {
    return cellText(value);
  }
  switch (type) {
    case 'Date':
      return `${cellText(value.$numberLong)} ms`;
    case 'Binary':
      return `${cellText(value.subType)}: ${cellText(value.base64, 80)}`;
    case 'Timestamp':
      return `${cellText(value.t)}, ${cellText(value.i)}`;
    case 'Regex':
      return `/${cellText(value.pattern)}/${cellText(value.options)}`;
    default:
      return cellText(value);
  }
}

/** Members in the order they are first met, keys in front. */
function membersOf(rows: readonly JsonObject[], keys: readonly string[]): string[] {
  const names = new Set(keys);
  for (const row of rows.slice(0, 200)) {
    for (const name of Object.keys(row)) {
      names.add(name);
    }
  }
  return [...names];
}

const own = (item: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(item, name) ? item[name] : undefined;

const COLLECTION: Eyes = {
  noun: 'document',
  plural: 'documents',
  filter: 'Filter',
  example: '{"total": {"$gt": 100}}',
  keys: ['_id'],
  columns: (rows) => membersOf(rows, ['_id']),
  value: (row, name) => {
    const value = own(row, name);
    return value === undefined ? null : bsonValue(value);
  },
  place: (item) => writeJson({ _id: { $eq: own(item, '_id') ?? null } }),
  draft: (keyPaths) => {
    const item: JsonObject = {};
    for (const path of keyPaths) {
      item[path.replace(/^\//, '').replaceAll('"', '')] = '';
    }
    return writeJson(item, 2);
  },
  copy: ({ _id, ...others }) => others,
};

const TYPE = '@odata.type';

/** The value of a property, with its type in OData. */
export function edmValue(row: JsonObject, name: string): Typed | null {
  const value = own(row, name);
  if (value === undefined) {
    return null;
  }
  const told = own(row, name + TYPE);
  const type =
    typeof told === 'string'
      ? told.replace('Edm.', '')
      : name === 'Timestamp'
        ? 'DateTime'
        : typeof value === 'string'
          ? 'String'
          : typeof value === 'boolean'
            ? 'Boolean'
            : Number.isInteger(value)
              ? 'Int32'
              : 'Double';
  return { type, text: cellText(value) };
}

const quoted = (value: Json | undefined): string =>
  `'${String(value ?? '').replaceAll("'", "''")}'`;

const TABLE: Eyes = {
  noun: 'entity',
  plural: 'entities',
  filter: '$filter',
  example: "PartitionKey eq 'a' and Total gt 100",
  keys: ['PartitionKey', 'RowKey', 'Timestamp'],
  columns: (rows) =>
    membersOf(rows, ['PartitionKey', 'RowKey', 'Timestamp']).filter((name) => !name.includes('@')),
  value: edmValue,
  place: (item) =>
    `PartitionKey eq ${quoted(item.PartitionKey)} and RowKey eq ${quoted(item.RowKey)}`,
  draft: () => writeJson({ PartitionKey: '', RowKey: '' }, 2),
  copy: ({ Timestamp, ...others }) => ({ ...others, RowKey: `${String(others.RowKey)}-copy` }),
};

/** The eyes of an API; null where a browser can speak it, or nobody can show its items. */
export const eyesOf = (api: string): Eyes | null =>
  api === 'mongo' ? COLLECTION : api === 'table' ? TABLE : null;

/** Which of some colours a type has. */
export function tint(type: string): string {
  switch (type) {
    case 'String':
    case 'Symbol':
      return 'text';
    case 'Int32':
    case 'Int64':
    case 'Double':
    case 'Decimal128':
    case 'Boolean':
      return 'number';
    case 'ObjectId':
    case 'Guid':
    case 'DBPointer':
      return 'id';
    case 'Date':
    case 'DateTime':
    case 'Timestamp':
      return 'time';
    case 'Object':
    case 'Array':
    case 'Null':
    case 'Undefined':
      return 'quiet';
    default:
      return 'other';
  }
}

/** An item's text as an object; empty if it is none. */
export function membersIn(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

/** JSON with each member in a line of its own. Nothing but space changes: order and digits count. */
export function indented(text: string): string {
  const lines = new Indentation();
  for (const [token] of text.matchAll(TOKENS)) {
    lines.add(token);
  }
  return lines.text();
}

/** As indented, in pieces between which the page can answer: texts may be long. */
export async function indentedGently(text: string): Promise<string> {
  const lines = new Indentation();
  let since = performance.now();
  let tokens = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    lines.add(token);
    if (++tokens % 1000 === 0 && performance.now() - since > 40) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }
  return lines.text();
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

class Indentation {
  private readonly out: string[] = [];
  private depth = 0;

  text(): string {
    return this.out.join('');
  }

  add(token: string): void {
    const last = this.out.at(-1);
    const isFirst = last === '{' || last === '[';
    const closes = token === '}' || token === ']';
    if (closes && !isFirst) {
      this.depth--;
      this.line();
    } else if (isFirst && !closes) {
      this.depth++;
      this.line();
    }
    this.out.push(token === ':' ? ': ' : token);
    if (token === ',') {
      this.line();
    }
  }

  private line(): void {
    this.out.push(`\n${'  '.repeat(this.depth)}`);
  }
}

/** How an item is called in a sentence. */
export const nameOf = (eyes: Eyes, item: JsonObject): string =>
  eyes.keys
    .filter((name) => name !== 'Timestamp')
    .map((name) => visible(eyes.value(item, name)?.text ?? '', 60))
    .join(' / ');
