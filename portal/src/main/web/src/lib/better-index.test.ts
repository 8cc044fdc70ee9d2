import { describe, expect, it } from 'vitest';
import { compositeFor, includedPaths, indexUse } from './better-index';

describe('indexes of a query', () => {
  it('are told apart: used, and missing', () => {
    expect(
      indexUse({
        UtilizedSingleIndexes: [{ IndexSpec: '/a/?' }],
        PotentialSingleIndexes: [{ IndexSpec: '/b/?' }],
        UtilizedCompositeIndexes: [{ IndexSpecs: ['/c ASC', '/d DESC'] }],
        PotentialCompositeIndexes: [],
      }),
    ).toEqual({ used: ['/a/?', '/c ASC, /d DESC'], missing: ['/b/?'] });
    expect(indexUse(null)).toEqual({ used: [], missing: [] });
    expect(includedPaths(['/b/?'])).toBe('[{"path":"/b/?"}]');
  });

  it('serve an order of several paths only as a composite one', () => {
    expect(compositeFor('SELECT * FROM c ORDER BY c.a.b, c["d e"] desc OFFSET 0 LIMIT 5')).toEqual([
      { path: '/a/b', order: 'ascending' },
      { path: '/"d e"', order: 'descending' },
    ]);
    expect(compositeFor('SELECT * FROM c ORDER BY c.a')).toBeNull();
    expect(compositeFor('SELECT * FROM c ORDER BY c.a, LOWER(c.b)')).toBeNull();
    expect(compositeFor('SELECT * FROM c')).toBeNull();
  });
});
