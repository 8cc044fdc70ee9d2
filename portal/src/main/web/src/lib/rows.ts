import { visible } from './format';
import { briefJson, isObject, type Json, LongNumber } from './json';

const SYSTEM = new Set(['_rid', '_self', '_etag', '_attachments', '_ts', '_lsn']);

/** The columns of rows: their members in the order they are first met, the system's own last. */
export function columns(rows: readonly Json[], looked = 200): string[] {
  const names = new Set<string>();
  for (const row of rows.slice(0, looked)) {
    if (isObject(row)) {
      for (const name of Object.keys(row)) {
        names.add(name);
      }
    }
  }
  const all = [...names];
  return [...all.filter((name) => !SYSTEM.has(name)), ...all.filter((name) => SYSTEM.has(name))];
}

/** The columns that are shown unless somebody chooses: those of the user, not too many. */
export const usualColumns = (all: readonly string[]): string[] =>
  all.filter((name) => !SYSTEM.has(name)).slice(0, 8);

/** Names of columns as an address has them: a JSON array, since names have commas too. */
export function listOfNames(text: string | null): string[] | null {
  try {
    const names = JSON.parse(text ?? 'null') as unknown;
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : null;
  } catch {
    return null; // Somebody wrote the address by hand.
  }
}

const WIDTH_MIN = 5;
const WIDTH_MAX = 18;
const LETTER = 0.56;
const MARGINS = 1.5;

/** How wide a column is that shows these texts, in rem, unless they are very long. */
export const widthOf = (texts: readonly string[]): number =>
  texts.reduce(
    (width, text) => Math.max(width, Math.min(WIDTH_MAX, text.length * LETTER + MARGINS)),
    WIDTH_MIN,
  );

/** A value in a cell: short, in one line, and never anything but text. */
export function cellText(value: Json | undefined, max = 160): string {
  if (value === undefined) {
    return '';
  }
  if (typeof value === 'string') {
    return visible(value, max);
  }
  if (value instanceof LongNumber || typeof value !== 'object' || value === null) {
    return String(value);
  }
  return visible(briefJson(value, max), max);
}

export const cellOf = (row: Json, name: string): Json | undefined =>
  isObject(row) && Object.hasOwn(row, name) ? row[name] : undefined;

/** Paths that items have, for completion: `address.city`, `tags[0]` left out. */
export function paths(rows: readonly Json[], alias: string, depth = 3): string[] {
  const found = new Set<string>();
  const walk = (value: Json, path: string, level: number) => {
    if (isObject(value) && level < depth) {
      for (const [name, inner] of Object.entries(value)) {
        if (/^[A-Za-z_]\w*$/.test(name)) {
          found.add(`${path}.${name}`);
          walk(inner, `${path}.${name}`, level + 1);
        }
      }
    }
  };
  for (const row of rows.slice(0, 50)) {
    walk(row, alias, 0);
  }
  return [...found];
}

/** JSON texts out of a file: an array, one object, or one object in each line. */
export function itemsOf(text: string, parse: (text: string) => Json): Json[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    const all = parse(trimmed);
    return Array.isArray(all) ? all : [all];
  }
  try {
    return [parse(trimmed)];
  } catch {
    return trimmed
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => parse(line));
  }
}

/** Names that can stand in a query as they are. */
export const identifiers = (names: readonly string[]): string[] =>
  names.filter((name) => /^[A-Za-z_]\w*$/.test(name));
