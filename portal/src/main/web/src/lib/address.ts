/** The pages, in the order of the navigation, with their addresses under the portal's own. */
export const PAGES = [
  { path: '/', name: 'Start' },
  { path: '/data', name: 'Data' },
  { path: '/query', name: 'Query' },
  { path: '/partitions', name: 'Partitions' },
  { path: '/metrics', name: 'Metrics' },
  { path: '/change-feed', name: 'Change feed' },
  { path: '/requests', name: 'Requests' },
  { path: '/access', name: 'Access' },
  { path: '/settings', name: 'Settings' },
] as const;

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
