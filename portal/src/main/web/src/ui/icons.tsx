import type { PageName } from '../lib/address';

/** What each page is about, in a few lines of 20 by 20. */
const LINES: Record<PageName, string> = {
  Start: 'M3.5 9.5 10 4l6.5 5.5M5.5 8.5V16h9V8.5',
  Data: 'M4 5.5c0-3.3 12-3.3 12 0s-12 3.3-12 0v9c0 3.3 12 3.3 12 0v-9M4 10c0 3.3 12 3.3 12 0',
  Query: 'm4 6 4 4-4 4M10 14.5h6',
  Partitions: 'M10 3a7 7 0 1 0 7 7h-7ZM13 3.7A7 7 0 0 1 16.3 7H13Z',
  Metrics: 'M3.5 3.5v13h13M6.5 12.5l3-4 2.5 2.5 4-5.5',
  'Change feed': 'M4 7a6.5 6.5 0 0 1 11.5-1M16 3v3.5h-3.5M16 13a6.5 6.5 0 0 1-11.5 1M4 17v-3.5h3.5',
  Requests: 'M4 6.5h12m-3-3 3 3-3 3M16 13.5H4m3-3-3 3 3 3',
  Access: 'M9 11a3.5 3.5 0 1 1 1-1l6.5 6.5M14 14l2-2',
  Settings:
    'M3.5 6h7m4 0h2M3.5 14h2m4 0h7M12.5 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM7.5 12a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
};

export const PageIcon = (props: { name: PageName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={LINES[props.name]} />
  </svg>
);
