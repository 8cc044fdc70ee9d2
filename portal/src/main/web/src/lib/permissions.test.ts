import { describe, expect, it } from 'vitest';
import { next, rights } from './permissions';

const nobody = { signedIn: false, needsKey: true, development: false };
const owner = { signedIn: true, needsKey: true, development: false, readOnly: false };

describe('permissions', () => {
  it('offer nothing before it is known who looks', () => {
    expect(rights(undefined)).toEqual({ write: false, secrets: false });
    expect(rights(nobody)).toEqual({ write: false, secrets: false });
  });

  it('offer no writing and no secrets to a read-only key', () => {
    expect(rights({ ...owner, readOnly: true })).toEqual({ write: false, secrets: false });
    expect(rights(owner)).toEqual({ write: true, secrets: true });
  });

  it('ask for a key only where one is needed', () => {
    expect(next(nobody)).toBe('ask-for-key');
    expect(next({ ...nobody, needsKey: false, development: true })).toBe('sign-in-silently');
    expect(next(owner)).toBe('show');
  });
});
