/** The pages, in the order of the navigation, with their addresses under the portal's own. */
export const PAGES = [
  { path: '/', name: 'Start', ofContainer: false },
  { path: '/data', name: 'Data', ofContainer: true },
  { path: '/query', name: 'Query', ofContainer: true },
  { path: '/partitions', name: 'Partitions', ofContainer: true },
  { path: '/metrics', name: 'Metrics', ofContainer: false },
  { path: '/change-feed', name: 'Change feed', ofContainer: true },
  { path: '/requests', name: 'Requests', ofContainer: false },
  { path: '/access', name: 'Access', ofContainer: false },
  { path: '/settings', name: 'Settings', ofContainer: false },
] as const;

export type PageName = (typeof PAGES)[number]['name'];

/**
 * Where the navigation leads: to another page about a container with the container that is looked
 * at, and from a page to its beginning.
 */
export const pageAddress = (
  page: (typeof PAGES)[number],
  location: string,
  search: URLSearchParams,
): string =>
  page.ofContainer && !isCurrent(page.path, location)
    ? address(page.path, { ...target(search) })
    : page.path;

export interface Target {
  database: string;
  container: string;
}

/** What a view shows, as it stands behind its address. */
export function address(
  path: string,
  values: Record<string, string | null | undefined> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') {
      search.set(name, value);
    }
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The container that an address names. */
export function target(search: URLSearchParams): Target | null {
  const database = search.get('database');
  const container = search.get('container');
  return database && container ? { database, container } : null;
}

/** Whether an address is that of a page; the first page has two. */
export function isCurrent(path: string, location: string): boolean {
  return path === '/' ? location === '/' || location === '/index.html' : location === path;
}
