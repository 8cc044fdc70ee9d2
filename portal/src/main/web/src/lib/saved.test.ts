import { expect, test } from 'vitest';
import { readSaved, withoutSaved, withSaved } from './saved';

const query = (name: string, text = 'SELECT 1') => ({ name, text, parameters: '' });

test('queries are kept by name, the newest of each', () => {
  const all = withSaved(withSaved([query('b')], query('a')), query('b', 'SELECT 2'));
  expect(all).toEqual([query('a'), query('b', 'SELECT 2')]);
  expect(withoutSaved(all, 'a')).toEqual([query('b', 'SELECT 2')]);
  expect(readSaved(JSON.stringify(all))).toEqual(all);
});

test('what somebody else wrote is no query', () => {
  expect(readSaved(null)).toEqual([]);
  expect(readSaved('{')).toEqual([]);
  expect(readSaved('{"name":"a"}')).toEqual([]);
  expect(readSaved('[1,null,{"name":"a","text":1,"parameters":""}]')).toEqual([]);
});
