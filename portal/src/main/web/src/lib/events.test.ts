import { describe, expect, it } from 'vitest';
import { keep, matches, readEvents } from './events';

const stream = (number: number, status = 'ok') =>
  `id: ${number}\nevent: request\ndata: {"api":"sql","operation":"read","status":"${status}","database":"d","container":"c: x","milliseconds":1,"activityId":"a"}\n\n`;

describe('events', () => {
  it('are read out of a piece of a stream', () => {
    const events = readEvents(`retry: 250\n\n${stream(7)}${stream(8, 'not-found')}`);
    expect(events.map((each) => each.number)).toEqual([7, 8]);
    expect(events[0]?.container).toBe('c: x');
  });

  it('are found by what they are about', () => {
    const [event] = readEvents(stream(1, 'too-many-requests'));
    expect(event && matches(event, { text: 'D/C', onlyTroubled: false })).toBe(true);
    expect(event && matches(event, { text: 'many', onlyTroubled: true })).toBe(true);
    expect(event && matches(event, { text: 'create', onlyTroubled: false })).toBe(false);
  });

  it('stay longer if something was wrong', () => {
    const events = readEvents(
      Array.from({ length: 100 }, (_, at) => stream(at, at === 3 ? 'conflict' : 'ok')).join(''),
    );
    const kept = keep(events, 10);
    expect(kept.map((each) => each.number)).toEqual([3, 95, 96, 97, 98, 99]);
  });
});
