import { describe, expect, it } from 'vitest';
import { byteMarks, bytes, csv, duration, percent, seconds, units, visible } from './format';

describe('format', () => {
  it('marks axes of bytes at round numbers', () => {
    const marks = (largest: number) => {
      const { interval, max } = byteMarks(largest);
      return [bytes(interval), bytes(max)];
    };
    expect([0, 1.3 * 1024 ** 2, 20 * 1024 ** 3].map(marks)).toEqual([
      ['1 B', '1 B'],
      ['512 KB', '1.50 MB'],
      ['4 GB', '20 GB'],
    ]);
  });

  it('tells bytes in the unit that has few digits', () => {
    expect([0, 1023, 1536, 20 * 1024 ** 3, 5 * 1024 ** 5].map(bytes)).toEqual([
      '0 B',
      '1023 B',
      '1.50 KB',
      '20 GB',
      '5120 TB',
    ]);
  });

  it('never tells a false zero', () => {
    expect(units(0)).toBe('0 RU');
    expect(units(0.004)).toBe('< 0.01 RU');
    expect(units(1234.567)).toBe('1,234.57 RU');
    expect(percent(0.003)).toBe('< 1 %');
    expect(percent(0.784)).toBe('78 %');
  });

  it('tells times in the unit that fits', () => {
    expect([0.00042, 0.0123, 2].map(seconds)).toEqual(['420 µs', '12.3 ms', '2 s']);
    expect([0, 59, 3600, 93784].map(duration)).toEqual(['0 s', '59 s', '1 h', '1 d 2 h']);
  });

  it('shows characters that would change how a line is read', () => {
    expect(visible('a\u202eb\u0000c')).toBe('a\\u202eb\\u0000c');
    expect(visible('<script>')).toBe('<script>');
    expect(visible('x'.repeat(400))).toHaveLength(301);
  });

  it('writes cells that no spreadsheet takes for formulas', () => {
    expect(csv([['a,b', '=1+1', 3, 'say "x"']])).toBe('"a,b",\'=1+1,3,"say ""x"""');
  });
});
