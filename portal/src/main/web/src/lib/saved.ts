/** A query that somebody gave a name to. */
export interface SavedQuery {
  name: string;
  text: string;
  parameters: string;
}

/** What was kept; nothing where somebody else wrote. */
export function readSaved(kept: string | null): SavedQuery[] {
  try {
    const list = JSON.parse(kept ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter(isSaved) : [];
  } catch {
    return [];
  }
}

const isSaved = (each: unknown): each is SavedQuery =>
  typeof each === 'object' &&
  each !== null &&
  ['name', 'text', 'parameters'].every(
    (name) => typeof (each as Record<string, unknown>)[name] === 'string',
  );

/** With one more, in the place of the one of its name; by name. */
export const withSaved = (all: readonly SavedQuery[], query: SavedQuery): SavedQuery[] =>
  [...withoutSaved(all, query.name), query].sort((a, b) => a.name.localeCompare(b.name));

export const withoutSaved = (all: readonly SavedQuery[], name: string): SavedQuery[] =>
  all.filter((each) => each.name !== name);
