import { isObject, type Json } from './json';

/** Which indexes a query used, and which paths it would have used if they were indexed. */
export interface IndexUse {
  used: string[];
  missing: string[];
}

export function indexUse(indexes: Json): IndexUse {
  return {
    used: [
      ...specs(indexes, 'UtilizedSingleIndexes'),
      ...specs(indexes, 'UtilizedCompositeIndexes'),
    ],
    missing: [
      ...specs(indexes, 'PotentialSingleIndexes'),
      ...specs(indexes, 'PotentialCompositeIndexes'),
    ],
  };
}

function specs(indexes: Json, name: string): string[] {
  const list = isObject(indexes) ? indexes[name] : undefined;
  return Array.isArray(list)
    ? list.flatMap((each) => {
        const spec = isObject(each) ? (each.IndexSpec ?? each.IndexSpecs) : undefined;
        return spec === undefined ? [] : [Array.isArray(spec) ? spec.join(', ') : String(spec)];
      })
    : [];
}

/** What has to stand in the indexing policy for paths that are missing there. */
export const includedPaths = (missing: readonly string[]): string =>
  JSON.stringify(missing.map((path) => ({ path })));

interface Part {
  path: string;
  order: 'ascending' | 'descending';
}

/** The composite index that serves the order of a query; null if it is not one of several paths. */
export function compositeFor(query: string): Part[] | null {
  const order = /\bORDER\s+BY\s+([^()]+?)(?:\bOFFSET\b|$)/is.exec(query)?.[1];
  const parts = (order ?? '').split(',').map(part);
  const known = parts.filter((each) => each !== null);
  return known.length > 1 && known.length === parts.length ? known : null;
}

function part(text: string): Part | null {
  const found = /^\s*\w+((?:\.\w+|\["[^"\\]+"\])+)(?:\s+(ASC|DESC))?\s*$/i.exec(text);
  if (!found?.[1]) {
    return null;
  }
  const names = [...found[1].matchAll(/\.(\w+)|\["([^"]+)"\]/g)].map(
    ([, plain, quoted]) => plain ?? `"${quoted}"`,
  );
  return {
    path: `/${names.join('/')}`,
    order: found[2]?.toUpperCase() === 'DESC' ? 'descending' : 'ascending',
  };
}
