const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 → "1.5 KB"; powers of 1024, as the limits are. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${decimals(value)} ${UNITS[unit]}`;
}

/** Where an axis has marks, so that they are round in powers of two, and so many; and its end. */
export function byteMarks(largest: number, marks = 5): { interval: number; max: number } {
  const interval = 2 ** Math.ceil(Math.log2(Math.max(1, largest / marks)));
  return { interval, max: Math.max(1, Math.ceil(largest / interval)) * interval };
}

const decimals = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const FINE = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** 1234567 → "1,234,567". */
export const count = (value: number): string => WHOLE.format(value);

/** Request units: few decimals, never a false zero. */
export function units(value: number): string {
  return value > 0 && value < 0.01 ? '< 0.01 RU' : `${FINE.format(value)} RU`;
}

export function percent(share: number): string {
  const value = share * 100;
  return value > 0 && value < 1 ? '< 1 %' : `${value.toFixed(0)} %`;
}

/** 0.00042 s → "0.42 ms". */
export function seconds(value: number): string {
  if (value === 0) {
    return '0 s';
  }
  if (value < 0.001) {
    return `${decimals(value * 1e6)} µs`;
  }
  return value < 1 ? `${decimals(value * 1e3)} ms` : `${decimals(value)} s`;
}

/** 93784 → "1 d 2 h"; the two largest units. */
export function duration(total: number): string {
  const parts: [number, string][] = [
    [Math.floor(total / 86400), 'd'],
    [Math.floor(total / 3600) % 24, 'h'],
    [Math.floor(total / 60) % 60, 'min'],
    [Math.floor(total) % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return first < 0
    ? '0 s'
    : parts
        .slice(first, first + 2)
        .filter(([value]) => value > 0)
        .map(([value, unit]) => `${value} ${unit}`)
        .join(' ');
}

/** What is said beside pictures of time. */
export const UTC = 'times in UTC';

/** The time of day of an ISO time, in UTC as the server tells it. */
export const time = (iso: string): string => iso.slice(11, 19);

/**
 * Text as it may stand in a line: control and direction characters would change how what follows is
 * read, so they are shown instead.
 */
export function visible(text: string, max = 300): string {
  const short = text.length > max ? `${text.slice(0, max)}…` : text;
  return short.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Cells of a file that spreadsheets open: quoted where needed, and no cell is a formula. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

function cell(value: string | number): string {
  if (typeof value === 'number') {
    return String(value);
  }
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
