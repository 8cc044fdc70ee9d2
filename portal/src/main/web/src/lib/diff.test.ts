import { describe, expect, it } from 'vitest';
import { diff } from './diff';

describe('diff', () => {
  it('shows what only one side has, in place', () => {
    expect(diff('a\nb\nc', 'a\nx\nc\nd').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'theirs b',
      'mine x',
      'same c',
      'mine d',
    ]);
  });

  it('does not compare what is too long to compare', () => {
    const long = Array.from({ length: 2000 }, (_, number) => `line ${number}`).join('\n');
    expect(diff(long, `${long}\nend`)).toHaveLength(4001);
  });
});
