import { describe, expect, it } from 'vitest';
import { asciiJson, briefJson, isObject, LongNumber, parseJson, writeJson } from './json';

describe('json', () => {
  it('keeps digits that a double does not hold', () => {
    const text = '{"a":9007199254740993,"b":1.5,"c":[0.1234567890123456789,"x"],"d":1e400}';
    expect(writeJson(parseJson(text))).toBe(text);
    const value = parseJson(text);
    expect(isObject(value) && value.a).toBeInstanceOf(LongNumber);
    expect(isObject(value) && value.b).toBe(1.5);
  });

  it('leaves numbers alone that a double holds', () => {
    expect(parseJson('[1000000000000000000, 1234567890123456, 0.30000000000000004]')).toEqual([
      1e18, 1234567890123456, 0.30000000000000004,
    ]);
  });

  it('refuses what is no JSON', () => {
    for (const text of ['{"a":12345678901234567,}', '[12345678901234567', '12345678901234567 x']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('has members of any name', () => {
    const value = parseJson('{"__proto__":{"x":12345678901234567}}');
    expect(writeJson(value)).toBe('{"__proto__":{"x":12345678901234567}}');
  });

  it('indents', () => {
    expect(writeJson({ a: [1, { b: null }], c: {} }, 2)).toBe(
      JSON.stringify({ a: [1, { b: null }], c: {} }, null, 2),
    );
  });

  it('fits into a header', () => {
    expect(asciiJson(['Zürich', '\u{1f600}'])).toBe('["Z\\u00fcrich","\\ud83d\\ude00"]');
  });
});

it('the beginning of a long value is enough for a cell', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ at, 'a"b': [null] }));
  expect(briefJson(many, 40).length).toBeLessThan(100);
  expect(JSON.stringify(many).startsWith(briefJson(many, 40).slice(0, 40))).toBe(true);
  for (const value of [{}, [], [[]], { a: { b: [1, 'x', null] } }, 'text', 5, null]) {
    expect(briefJson(value, 1000)).toBe(writeJson(value));
  }
  expect(briefJson([new LongNumber('9007199254740993')], 100)).toBe('[9007199254740993]');
});

it('long numbers are written as they were, wherever they are', () => {
  const value = { a: [{ b: new LongNumber('1.00') }, 2], c: {} };
  expect(writeJson(value)).toBe('{"a":[{"b":1.00},2],"c":{}}');
  expect(writeJson(value, 2)).toBe(
    JSON.stringify({ a: [{ b: 1 }, 2], c: {} }, null, 2).replace('"b": 1', '"b": 1.00'),
  );
});
