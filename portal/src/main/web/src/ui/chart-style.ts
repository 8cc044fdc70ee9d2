import { keyName } from '../lib/key-names';

export interface Colours {
  text: string;
  quiet: string;
  line: string;
  surface: string;
  accent: string;
  accentGround: string;
  good: string;
  warn: string;
  bad: string;
  /** Of request units, in all pictures. */
  units: string;
  /** Of lines that have no colour of their own. */
  series: string[];
}

const SERIES = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];

/** The page's colours at this moment, as a canvas needs them. */
export function colours(element: HTMLElement): Colours {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    text: read('text'),
    quiet: read('quiet'),
    line: read('line'),
    surface: read('surface'),
    accent: read('accent'),
    accentGround: read('accent-ground'),
    good: read('good'),
    warn: read('warn'),
    bad: read('bad'),
    units: read('units'),
    series: SERIES.map(read),
  };
  probe.remove();
  return found;
}

/** Axes as all pictures have them. */
export const axis = (palette: Colours, more: object = {}): object => ({
  axisLine: { lineStyle: { color: palette.line } },
  axisTick: { show: false },
  axisLabel: { color: palette.quiet, hideOverlap: true },
  splitLine: { lineStyle: { color: palette.line, opacity: 0.6 } },
  nameTextStyle: { color: palette.quiet },
  ...more,
});

const KEY_LETTER = 7;
const KEY_WIDTH_MAX = 150;

/** Bars of keys begin where the longest of their names ends. */
export function keyGrid(keys: readonly { partitionKey: string }[]): object {
  const longest = Math.max(0, ...keys.map((key) => keyName(key.partitionKey).length));
  return { left: Math.min(KEY_WIDTH_MAX, 24 + longest * KEY_LETTER), top: 10, bottom: 30 };
}
