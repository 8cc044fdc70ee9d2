import { describe, expect, it } from 'vitest';
import { checkSettings } from './settings-check';

const BEFORE = {
  indexingPolicy: {
    indexingMode: 'consistent',
    includedPaths: [{ path: '/*' }],
    excludedPaths: [{ path: '/"_etag"/?' }],
  },
};
const check = (wanted: unknown, text = JSON.stringify(wanted)) => checkSettings(text, BEFORE, 1200);
const policy = (change: object) => ({ indexingPolicy: { ...BEFORE.indexingPolicy, ...change } });

describe('settings of a container', () => {
  it('have no effect if nothing changed', () => {
    expect(check(BEFORE)).toEqual({ faults: [], effects: [] });
  });

  it('tell what another indexing policy does', () => {
    expect(check(policy({ excludedPaths: [{ path: '/lines/*' }] })).effects).toEqual([
      '1,200 items are indexed anew in the background; queries go on meanwhile.',
      'New in excludedPaths: /lines/*.',
      'No longer in excludedPaths: /"_etag"/?.',
    ]);
    expect(check(policy({ indexingMode: 'none' })).effects[0]).toContain('reads all items');
  });

  it('tell what a time to live does', () => {
    expect(check({ ...BEFORE, defaultTtl: 3600 }).effects[0]).toContain('3,600 seconds');
    expect(check({ ...BEFORE, defaultTtl: -1 }).effects[0]).toContain('Items stay');
    expect(checkSettings(JSON.stringify(BEFORE), { ...BEFORE, defaultTtl: 5 }, 1).effects).toEqual([
      'No item expires, whatever ttl it has.',
    ]);
  });

  it.each([
    [policy({ includedPaths: [{ path: '/total' }] }), '/total'],
    [policy({ includedPaths: [{ path: 'total/?' }] }), 'total/?'],
    [policy({ includedPaths: [{}] }), 'includedPaths'],
    [policy({ includedPaths: 'all' }), 'includedPaths'],
    [policy({ excludedPaths: [{ path: '/*' }] }), 'not both'],
    [policy({ indexingMode: 'sometimes' }), '"consistent" or "none"'],
    [policy({ compositeIndexes: [[{ path: '/a' }]] }), 'at least two'],
    [{ indexingPolicy: 7 }, 'JSON object'],
    [{ defaultTtl: 0 }, 'defaultTtl'],
    [{ defaultTtl: 'soon' }, 'defaultTtl'],
    [[], 'JSON object'],
  ])('are refused where they are wrong: %j', (wanted, message) => {
    const { faults, effects } = check(wanted);
    expect(effects).toEqual([]);
    expect(faults.map((each) => each.message).join()).toContain(message);
  });

  it('are marked where the mistake is', () => {
    const text = '{"indexingPolicy": {"includedPaths": [{"path": "/total"}]}}';
    const [fault] = checkSettings(text, BEFORE, 1).faults;
    expect(text.slice(fault?.from, fault?.to)).toBe('"/total"');
    expect(checkSettings('{"a": }', BEFORE, 1).faults[0]?.from).toBe(6);
  });
});
