import { describe, expect, it } from 'vitest';
import { arcs } from './ring';

describe('ring', () => {
  it('has arcs that follow each other all around', () => {
    const ranges = [
      { minInclusive: '', maxExclusive: '0FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF' },
      {
        minInclusive: '0FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF',
        maxExclusive: '1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE',
      },
      { minInclusive: '1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFE', maxExclusive: 'FF' },
    ];
    const shares = arcs(ranges);
    expect(shares[0]?.from).toBe(0);
    expect(shares[0]?.to).toBeCloseTo(0.25, 6);
    expect(shares[1]?.from).toBe(shares[0]?.to);
    expect(shares[1]?.to).toBeCloseTo(0.5, 6);
    expect(shares[2]?.to).toBe(1);
  });
});
