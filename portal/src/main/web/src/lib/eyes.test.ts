import { describe, expect, test } from 'vitest';
import {
  bsonValue,
  edmValue,
  eyesOf,
  indented,
  indentedGently,
  membersIn,
  nameOf,
  tint,
} from './eyes';
import { LongNumber, parseJson } from './json';

describe('documents of collections', () => {
  test.each([
    [{ $oid: '64b7f3a2c1d2e3f405162738' }, 'ObjectId', '64b7f3a2c1d2e3f405162738'],
    [5, 'Int32', '5'],
    [{ $numberLong: '9223372036854775807' }, 'Int64', '9223372036854775807'],
    [0.5, 'Double', '0.5'],
    [{ $numberDouble: '1.0' }, 'Double', '1.0'],
    [new LongNumber('0.12345678901234567890'), 'Double', '0.12345678901234567890'],
    [{ $numberDecimal: '1.00' }, 'Decimal128', '1.00'],
    [{ $date: '2026-11-16T10:00:00Z' }, 'Date', '2026-11-16T10:00:00Z'],
    [{ $date: { $numberLong: '-1' } }, 'Date', '-1 ms'],
    [{ $binary: { base64: 'AQID', subType: '00' } }, 'Binary', '00: AQID'],
    [{ $timestamp: { t: 1, i: 2 } }, 'Timestamp', '1, 2'],
    [{ $regularExpression: { pattern: '^a', options: 'i' } }, 'Regex', '/^a/i'],
    [{ $code: 'f()', $scope: {} }, 'Code', 'f()'],
    [{ $minKey: 1 }, 'MinKey', ''],
    [null, 'Null', 'null'],
    [true, 'Boolean', 'true'],
    ['<b>\u202e', 'String', '<b>\\u202e'],
    [[1], 'Array', '[1]'],
    [{ $oid: 'x', more: 1 }, 'Object', '{"$oid":"x","more":1}'],
  ])('%j is a %s', (value, type, text) => {
    expect(bsonValue(value)).toEqual({ type, text });
  });

  test('are found again by their id, of whatever type', () => {
    const eyes = eyesOf('mongo');
    expect(eyes?.place({ _id: { $oid: 'a' }, n: 1 })).toBe('{"_id":{"$eq":{"$oid":"a"}}}');
    expect(eyes?.copy({ _id: 1, n: 2 })).toEqual({ n: 2 });
    expect(eyes?.columns([{ n: 1, _id: 1 }, { m: 2 }])).toEqual(['_id', 'n', 'm']);
    expect(eyes?.draft(['/city'])).toBe('{\n  "city": ""\n}');
  });
});

describe('entities of tables', () => {
  const row = membersIn(
    '{"PartitionKey":"o\'hara","RowKey":"r","Timestamp":"2026-11-16T10:00:00Z","n":1,"d":0.5,' +
      '"big@odata.type":"Edm.Int64","big":"9007199254740993","w@odata.type":"Edm.Double","w":2.0}',
  );
  test('tell the type of each property', () => {
    expect(edmValue(row, 'big')).toEqual({ type: 'Int64', text: '9007199254740993' });
    expect(edmValue(row, 'w')?.type).toBe('Double');
    expect(edmValue(row, 'n')?.type).toBe('Int32');
    expect(edmValue(row, 'd')?.type).toBe('Double');
    expect(edmValue(row, 'Timestamp')?.type).toBe('DateTime');
    expect(edmValue(row, 'PartitionKey')?.type).toBe('String');
    expect(edmValue(row, 'none')).toBeNull();
  });
  test('have rows and columns, and are found again by both keys', () => {
    const eyes = eyesOf('table');
    expect(eyes?.columns([row])).toEqual([
      'PartitionKey',
      'RowKey',
      'Timestamp',
      'n',
      'd',
      'big',
      'w',
    ]);
    expect(eyes?.place(row)).toBe("PartitionKey eq 'o''hara' and RowKey eq 'r'");
    expect(eyes?.copy({ PartitionKey: 'p', RowKey: 'r', Timestamp: 't', n: 1 })).toEqual({
      PartitionKey: 'p',
      RowKey: 'r-copy',
      n: 1,
    });
    expect(eyes && nameOf(eyes, row)).toBe("o'hara / r");
  });
});

test('other APIs are seen elsewhere', () => {
  expect(eyesOf('sql')).toBeNull();
  expect(eyesOf('gremlin')).toBeNull();
});

test('a type has a colour', () => {
  expect(tint('ObjectId')).toBe('id');
  expect(tint('Int64')).toBe('number');
  expect(tint('Binary')).toBe('other');
});

test('a text is indented without changing what it says', () => {
  const text = '{"b":1.0,"10":[],"2":{},"c":[1,{"d":"a,b:{\\"}"}],"e":-1.50E+3,"f":[[1]]}';
  const lines = indented(text);
  expect(lines.replace(/\n\s*/g, '').replaceAll('": ', '":')).toBe(text);
  expect(parseJson(lines)).toEqual(parseJson(text));
  expect(lines.split('\n').slice(0, 4)).toEqual(['{', '  "b": 1.0,', '  "10": [],', '  "2": {},']);
  expect(indented('{}')).toBe('{}');
});

test('a long text is indented in pieces, to the same end', async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ at, 'a,': [] })));
  expect(await indentedGently(text)).toBe(indented(text));
});
