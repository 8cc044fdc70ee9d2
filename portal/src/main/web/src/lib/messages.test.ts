import { describe, expect, it } from 'vitest';
import { messageOf, sqlErrors } from './messages';

const SYNTAX =
  '{"errors":[{"severity":"Error","location":{"start":33,"end":34},"code":"SC1002","message":"Syntax error, unexpected end-of-file."}]}';

describe('what went wrong', () => {
  it('is a sentence also where the server answers with JSON', () => {
    expect(messageOf(new Error(SYNTAX))).toBe('Syntax error, unexpected end-of-file.');
    expect(sqlErrors(SYNTAX)[0]?.location).toEqual({ start: 33, end: 34 });
    expect(sqlErrors('{"errors":7}')).toEqual([]);
    expect(messageOf(new Error('{nonsense'))).toBe('{nonsense');
  });

  it('leaves out what only programs look for', () => {
    expect(
      messageOf(
        new Error(
          'Entity with the specified id does not exist in the system. Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found The database shop has no container none.',
        ),
      ),
    ).toBe('The database shop has no container none.');
    const alone = 'Not found. Learn more: https://aka.ms/cosmosdb-tsg-not-found';
    expect(messageOf(new Error(alone))).toBe(alone);
  });

  it('says so where nobody answers', () => {
    expect(messageOf(new TypeError('Failed to fetch'))).toContain('cannot be reached');
    expect(messageOf(new TypeError('x is not a function'))).toBe('x is not a function');
    expect(messageOf('odd')).toBe('odd');
  });
});
