import { describe, expect, it, vi } from 'vitest';
import { pause } from './pause';

describe('a pause', () => {
  it('leaves nothing behind with the signal', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await pause(1, signal);
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
  });

  it('ends when it is told to', async () => {
    const controller = new AbortController();
    const waiting = pause(1e9, controller.signal);
    controller.abort();
    await waiting;
  });
});
