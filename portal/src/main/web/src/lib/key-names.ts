import { type Json, parseJson, writeJson } from './json';

/** Texts that would be taken for something else if they stood without their quotes. */
const AMBIGUOUS = /^$|^\s|\s$|^["[{]|^(?:true|false|null)$|^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$| \/ /i;

/** Of all items of a container that has no partition key. */
const NONE = '(no key)';

/**
 * A partition key as people call it: `["DE"]` is DE, and `["tenant-7","eu"]` tenant-7 / eu. A text
 * that would be read as something else keeps its quotes.
 */
export function keyName(partitionKey: string): string {
  let parts: Json;
  try {
    parts = parseJson(partitionKey);
  } catch {
    return partitionKey; // It has no JSON, and is called as the server calls it.
  }
  if (!Array.isArray(parts)) {
    return partitionKey;
  }
  return parts.length > 0 ? parts.map(partName).join(' / ') : NONE;
}

const partName = (part: Json): string =>
  typeof part === 'string' && !AMBIGUOUS.test(part) ? part : writeJson(part);
