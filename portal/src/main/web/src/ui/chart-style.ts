export type { Colours } from './chart';

import type { Colours } from './chart';

/** Axes as all pictures have them. */
export const axis = (palette: Colours, more: object = {}): object => ({
  axisLine: { lineStyle: { color: palette.line } },
  axisTick: { show: false },
  axisLabel: { color: palette.quiet, hideOverlap: true },
  splitLine: { lineStyle: { color: palette.line, opacity: 0.6 } },
  nameTextStyle: { color: palette.quiet },
  ...more,
});
