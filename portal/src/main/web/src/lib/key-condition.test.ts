import { describe, expect, it } from 'vitest';
import { keyCondition } from './key-condition';

describe('the items of a key', () => {
  it('are found by what its paths have', () => {
    expect(keyCondition(['/country'], '["DE"]')).toBe('c["country"] = "DE"');
    expect(keyCondition(['/a/b', '/"odd name"'], '[7,null]')).toBe(
      'c["a"]["b"] = 7 AND c["odd name"] = null',
    );
    expect(keyCondition(['/big'], '[12345678901234567890]')).toBe(
      'c["big"] = 12345678901234567890',
    );
    expect(keyCondition(['/gone'], '[{}]')).toBe('NOT IS_DEFINED(c["gone"])');
  });

  it('cannot be broken out of', () => {
    expect(keyCondition(['/x'], '["\\" OR 1=1 --"]')).toBe('c["x"] = "\\" OR 1=1 --"');
  });

  it('are not guessed', () => {
    expect(keyCondition(['/a', '/b'], '["x"]')).toBeNull();
    expect(keyCondition([], '[]')).toBeNull();
    expect(keyCondition(['/a'], 'none')).toBeNull();
  });
});
