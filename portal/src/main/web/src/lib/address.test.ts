import { describe, expect, it } from 'vitest';
import { address, isCurrent, PAGES, target } from './address';

describe('addresses', () => {
  it('carry what a view shows, whatever the names are', () => {
    const text = address('/data', { database: 'a&b', container: 'x/y?#', item: null });
    expect(text).toBe('/data?database=a%26b&container=x%2Fy%3F%23');
    expect(target(new URLSearchParams(text.split('?')[1] as string))).toEqual({
      database: 'a&b',
      container: 'x/y?#',
    });
  });

  it('name no container unless they name its database', () => {
    expect(target(new URLSearchParams('container=c'))).toBeNull();
  });

  it('belong to one page each', () => {
    for (const page of PAGES) {
      expect(PAGES.filter((each) => isCurrent(each.path, page.path))).toEqual([page]);
    }
    expect(isCurrent('/', '/index.html')).toBe(true);
  });
});
