import { isObject, type Json, parseJson, writeJson } from './json';

/** "/address/city" as a query has it: c["address"]["city"]. */
const property = (path: string): string =>
  path
    .split('/')
    .filter((name) => name !== '')
    .reduce((inside, name) => `${inside}[${JSON.stringify(unquoted(name))}]`, 'c');

/** A name with odd characters stands in quotes. */
function unquoted(name: string): string {
  return name.startsWith('"') && name.endsWith('"') && name.length > 1 ? name.slice(1, -1) : name;
}

/** What is true of the items of one partition key, and of no others; null if that cannot be said. */
export function keyCondition(paths: readonly string[], partitionKey: string): string | null {
  let parts: Json;
  try {
    parts = parseJson(partitionKey);
  } catch {
    return null;
  }
  return Array.isArray(parts) && parts.length > 0 && parts.length === paths.length
    ? parts.map((part, at) => condition(property(paths[at] as string), part)).join(' AND ')
    : null;
}

/** The server writes {} for what an item does not have. */
const condition = (name: string, value: Json): string =>
  isObject(value) ? `NOT IS_DEFINED(${name})` : `${name} = ${writeJson(value)}`;
