import { expect, test } from 'vitest';
import { account, snippets } from './snippets';

const SQL = 'AccountEndpoint=http://localhost:8081/;AccountKey=a$&b+/==;';
const MONGO = 'mongodb://localhost:key@127.0.0.1:10255/?ssl=false';

test('a connection string is taken apart', () => {
  expect(account(SQL)).toEqual({ endpoint: 'http://localhost:8081/', key: 'a$&b+/==' });
  expect(account('')).toEqual({ endpoint: '', key: '' });
});

test('every program says where the server is, and nothing is left to fill in', () => {
  const all = snippets(SQL, MONGO);
  expect(all.map((each) => each.language)).toEqual([
    'JavaScript',
    'Java',
    'Python',
    'C#',
    'mongosh',
  ]);
  for (const { language, text } of all.filter((each) => each.language !== 'mongosh')) {
    expect(text, language).toContain('"http://localhost:8081/"'.replaceAll('"', quote(language)));
    expect(text, language).toContain('a$&b+/==');
    expect(text, language).not.toMatch(/ENDPOINT|\bKEY\b/);
  }
  expect(snippets(undefined, MONGO)).toHaveLength(1);
});

const quote = (language: string): string => (language === 'JavaScript' ? "'" : '"');
