export interface RequestEvent {
  number: number;
  time: string;
  api: string;
  operation: string;
  status: string;
  database: string | null;
  container: string | null;
  partition: number | null;
  partitions: number;
  requestUnits: number;
  milliseconds: number;
  activityId: string;
}

/** Events out of a piece of a stream (text/event-stream). */
export function readEvents(text: string): RequestEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
    );
    const data = fields.get('data');
    return fields.get('event') === 'request' && data !== undefined
      ? [
          {
            ...(JSON.parse(data) as Omit<RequestEvent, 'number'>),
            number: Number(fields.get('id')),
          },
        ]
      : [];
  });
}

export interface EventFilter {
  text: string;
  onlyTroubled: boolean;
}

const SLOW_MILLIS = 1000;

export const isTroubled = (event: RequestEvent): boolean =>
  event.status !== 'ok' || event.milliseconds >= SLOW_MILLIS;

export function matches(event: RequestEvent, filter: EventFilter): boolean {
  const wanted = filter.text.toLowerCase();
  const all = `${event.api} ${event.operation} ${event.status} ${event.database ?? ''}/${event.container ?? ''} ${event.activityId}`;
  return (!filter.onlyTroubled || isTroubled(event)) && all.toLowerCase().includes(wanted);
}

/** The newest ones, half of the most; of older ones those that were refused or slow stay, the other half. */
export function keep(events: readonly RequestEvent[], max: number): RequestEvent[] {
  const newest = Math.max(0, events.length - max / 2);
  const troubled = events.slice(0, newest).filter(isTroubled);
  return [...troubled.slice(-max / 2), ...events.slice(newest)];
}
