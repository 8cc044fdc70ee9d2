import { describe, expect, it } from 'vitest';
import { keyName } from './key-names';

describe('names of partition keys', () => {
  it('are their texts', () => {
    expect(keyName('["DE"]')).toBe('DE');
    expect(keyName('["2026-11-15"]')).toBe('2026-11-15');
    expect(keyName('["tenant-7","eu",4]')).toBe('tenant-7 / eu / 4');
    expect(keyName('["say \\"hello\\""]')).toBe('say "hello"');
  });

  it('keep quotes where they would be taken for something else', () => {
    expect(keyName('["7"]')).toBe('"7"');
    expect(keyName('[7]')).toBe('7');
    expect(keyName('[12345678901234567890]')).toBe('12345678901234567890');
    expect(keyName('["-1.5e3"]')).toBe('"-1.5e3"');
    expect(keyName('["null"]')).toBe('"null"');
    expect(keyName('[null]')).toBe('null');
    expect(keyName('[""]')).toBe('""');
    expect(keyName('[" a"]')).toBe('" a"');
    expect(keyName('["a / b","c"]')).toBe('"a / b" / c');
    expect(keyName('["\\"7\\""]')).toBe('"\\"7\\""');
  });

  it('are left alone where there is no list', () => {
    expect(keyName('[]')).toBe('(no key)');
    expect(keyName('(none)')).toBe('(none)');
    expect(keyName('{"a":1}')).toBe('{"a":1}');
  });
});
