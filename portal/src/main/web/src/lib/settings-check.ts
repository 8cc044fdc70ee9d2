import { count } from './format';
import { isObject, type Json, type JsonObject, parseForEditing, writeJson } from './json';

/** What is wrong, and with which part of the text. */
export interface SettingsFault {
  message: string;
  from: number;
  to: number;
}

/** What a look at new settings of a container finds before they are saved. */
export interface SettingsCheck {
  faults: SettingsFault[];
  /** What saving them does. */
  effects: string[];
}

const INDEXED = ['includedPaths', 'excludedPaths'] as const;

/**
 * @param text the settings as they are typed
 * @param before as they are now
 * @param items how many the container has
 */
export function checkSettings(text: string, before: JsonObject, items: number): SettingsCheck {
  let wanted: Json;
  try {
    wanted = parseForEditing(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Math.min(Number(/position (\d+)/.exec(message)?.[1] ?? 0), text.length);
    return { faults: [{ message, from: at, to: Math.min(at + 1, text.length) }], effects: [] };
  }
  const mistakes = isObject(wanted)
    ? [...policyFaults(wanted.indexingPolicy), ...timeFaults(wanted.defaultTtl)]
    : [['Settings are a JSON object.', ''] as const];
  if (mistakes.length > 0 || !isObject(wanted)) {
    return { faults: mistakes.map(([message, part]) => placed(text, message, part)), effects: [] };
  }
  return { faults: [], effects: effects(before, wanted, items) };
}

function placed(text: string, message: string, part: string): SettingsFault {
  const at = part === '' ? 0 : Math.max(0, text.indexOf(part));
  return { message, from: at, to: Math.min(text.length, at + Math.max(1, part.length)) };
}

/** A mistake and the text that it is in. */
type Mistake = readonly [message: string, part: string];

function policyFaults(policy: Json | undefined): Mistake[] {
  if (policy === undefined) {
    return [];
  }
  if (!isObject(policy)) {
    return [['The indexing policy is a JSON object.', '"indexingPolicy"']];
  }
  const faults: Mistake[] = [];
  const mode = policy.indexingMode;
  if (mode !== undefined && !['consistent', 'none'].includes(String(mode).toLowerCase())) {
    faults.push(['The indexing mode is "consistent" or "none".', writeJson(mode)]);
  }
  for (const name of INDEXED) {
    faults.push(...pathFaults(name, policy[name]));
  }
  const roots = INDEXED.filter((name) => pathsOf(policy, name).includes('/*'));
  if (roots.length === 2) {
    faults.push(['The path /* is either included or excluded, not both.', '"/*"']);
  }
  const composites = policy.compositeIndexes;
  for (const each of Array.isArray(composites) ? composites : []) {
    if (!Array.isArray(each) || each.length < 2) {
      faults.push(['A composite index is a list of at least two paths.', '"compositeIndexes"']);
    }
  }
  return faults;
}

function pathFaults(name: string, listed: Json | undefined): Mistake[] {
  if (listed === undefined) {
    return [];
  }
  if (!Array.isArray(listed)) {
    return [[`${name} is a list.`, `"${name}"`]];
  }
  return listed.flatMap((each): Mistake[] => {
    const path = isObject(each) ? each.path : undefined;
    if (typeof path !== 'string') {
      return [[`Each of ${name} has a path: {"path": "/name/?"}.`, `"${name}"`]];
    }
    return path.startsWith('/') && /\/[*?]$/.test(path)
      ? []
      : [
          [
            `The path ${path} begins with / and ends with /? (a value) or /* (everything below).`,
            writeJson(path),
          ],
        ];
  });
}

function timeFaults(time: Json | undefined): Mistake[] {
  const seconds = Number(time);
  return time === undefined ||
    time === null ||
    (Number.isInteger(seconds) && (seconds > 0 || seconds === -1))
    ? []
    : [['defaultTtl is -1 or a number of seconds above 0.', '"defaultTtl"']];
}

const pathsOf = (policy: Json | undefined, name: string): string[] => {
  const listed = isObject(policy) ? policy[name] : undefined;
  return (Array.isArray(listed) ? listed : []).flatMap((each) =>
    isObject(each) && typeof each.path === 'string' ? [each.path] : [],
  );
};

function effects(before: JsonObject, wanted: JsonObject, items: number): string[] {
  const found: string[] = [];
  const old = before.indexingPolicy;
  const policy = wanted.indexingPolicy;
  if (writeJson(old ?? null) !== writeJson(policy ?? null)) {
    found.push(
      isObject(policy) && String(policy.indexingMode).toLowerCase() === 'none'
        ? 'Nothing is indexed any more: every query reads all items.'
        : `${count(items)} items are indexed anew in the background; queries go on meanwhile.`,
    );
    for (const name of INDEXED) {
      found.push(...changes(name, pathsOf(old, name), pathsOf(policy, name)));
    }
  }
  if (writeJson(before.defaultTtl ?? null) !== writeJson(wanted.defaultTtl ?? null)) {
    found.push(timeEffect(wanted.defaultTtl));
  }
  return found;
}

function changes(name: string, old: string[], now: string[]): string[] {
  const more = now.filter((path) => !old.includes(path));
  const less = old.filter((path) => !now.includes(path));
  return [
    ...(more.length > 0 ? [`New in ${name}: ${more.join(', ')}.`] : []),
    ...(less.length > 0 ? [`No longer in ${name}: ${less.join(', ')}.`] : []),
  ];
}

const timeEffect = (time: Json | undefined): string =>
  time === undefined || time === null
    ? 'No item expires, whatever ttl it has.'
    : Number(time) === -1
      ? 'Items stay, but for those that have a ttl of their own.'
      : `Items are deleted ${count(Number(time))} seconds after their last change, those that are older at once, unless they have a ttl of their own.`;
