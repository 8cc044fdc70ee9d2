import { describe, expect, it } from 'vitest';
import { address, isCurrent, PAGES, pageAddress, target } from './address';

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

  it('lead from page to page with the container, and from a page to its beginning', () => {
    const search = new URLSearchParams('database=d&container=c&view=settings&q=x');
    const lead = (name: string, location: string, from = search) =>
      PAGES.filter((each) => each.name === name).map((each) => pageAddress(each, location, from));
    expect(lead('Query', '/data')).toEqual(['/query?database=d&container=c']);
    expect(lead('Data', '/data')).toEqual(['/data']);
    expect(lead('Metrics', '/data')).toEqual(['/metrics']);
    expect(lead('Query', '/settings', new URLSearchParams())).toEqual(['/query']);
  });
});
