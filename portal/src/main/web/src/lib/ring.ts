/** Where a hash in hexadecimal lies on the ring, from 0 to 1. The largest begins with 3F, or is FF. */
export function position(hex: string, end: boolean): number {
  if (hex === '') {
    return end ? 1 : 0;
  }
  if (hex === 'FF') {
    return 1;
  }
  const digits = Number.parseInt(hex.slice(0, 12).padEnd(12, '0'), 16);
  return Math.min(1, digits / 0x400000000000);
}

/** From where to where each range goes. */
export const arcs = (
  ranges: readonly { minInclusive: string; maxExclusive: string }[],
): { from: number; to: number }[] =>
  ranges.map((each) => ({
    from: position(each.minInclusive, false),
    to: position(each.maxExclusive, true),
  }));
