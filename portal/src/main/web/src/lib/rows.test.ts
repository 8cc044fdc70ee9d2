import { describe, expect, it } from 'vitest';
import { parseJson } from './json';
import {
  cellOf,
  cellText,
  columns,
  identifiers,
  itemsOf,
  listOfNames,
  paths,
  usualColumns,
  widthOf,
} from './rows';

describe('rows', () => {
  it('have the columns of all of them, the system’s own last', () => {
    const all = columns([{ id: '1', _ts: 1, a: 2 }, { id: '2', b: 3 }, 5]);
    expect(all).toEqual(['id', 'a', 'b', '_ts']);
    expect(usualColumns(all)).toEqual(['id', 'a', 'b']);
  });

  it('have cells of text, whatever is in them', () => {
    expect(cellText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(cellText('a\u202eb\n')).toBe('a\\u202eb\\u000a');
    expect(cellText({ a: [1, null] })).toBe('{"a":[1,null]}');
    expect(cellText(undefined)).toBe('');
    expect(cellText('x'.repeat(5000))).toHaveLength(161);
    expect(cellOf({}, 'toString')).toBeUndefined();
  });

  it('have columns that an address can name', () => {
    expect(listOfNames('["a","b, c"]')).toEqual(['a', 'b, c']);
    expect(listOfNames('["a",5]')).toEqual(['a']);
    expect(listOfNames('[')).toBeNull();
    expect(listOfNames('5')).toBeNull();
    expect(listOfNames(null)).toBeNull();
  });

  it('have columns as wide as what is in them, within reason', () => {
    const time = '2026-11-17T04:00:00.000Z';
    expect(widthOf(['n', '1'])).toBe(5);
    expect(widthOf(['placed', time])).toBeGreaterThan(14);
    expect(widthOf(['placed', time])).toBe(widthOf([time, 'placed']));
    expect(widthOf(['x'.repeat(5000)])).toBe(18);
  });

  it('offer the paths of what is really there', () => {
    expect(paths([{ id: '1', address: { city: 'x' }, 'odd name': 1 }], 'c')).toEqual([
      'c.id',
      'c.address',
      'c.address.city',
    ]);
  });

  it('offer only names that a query can have', () => {
    expect(identifiers(['orders', 'orders-by-day', '2nd', '_a1', '<b>'])).toEqual([
      'orders',
      '_a1',
    ]);
  });

  it('are read from arrays, single objects and lines', () => {
    expect(itemsOf('[{"id":"1"},{"id":"2"}]', parseJson)).toHaveLength(2);
    expect(itemsOf('{"id":"1"}', parseJson)).toHaveLength(1);
    expect(itemsOf('{"id":"1"}\n{"id":"2"}\n', parseJson)).toHaveLength(2);
    expect(() => itemsOf('{"id":"1"}\nnonsense', parseJson)).toThrow(SyntaxError);
  });
});
