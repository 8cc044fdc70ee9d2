import type { Target } from '../lib/address';
import { containerPath } from './admin';
import { admin, part } from './http';

/** An item of a collection or a table as its own API writes it. */
export interface StoredDocument {
  document: string;
  etag: string;
  editable: boolean;
}

export interface DocumentPage {
  items: StoredDocument[];
  continuation?: string;
  requestUnits: number;
}

const link = (target: Target): string => `${containerPath(target)}/items`;

export function readDocuments(
  target: Target,
  asked: { filter: string; count: number; continuation: string | null },
  signal?: AbortSignal,
): Promise<DocumentPage> {
  const asks = [
    `count=${asked.count}`,
    ...(asked.filter === '' ? [] : [`filter=${part(asked.filter)}`]),
    ...(asked.continuation ? [`continuation=${part(asked.continuation)}`] : []),
  ];
  return admin<DocumentPage>(`${link(target)}?${asks.join('&')}`, { signal });
}

type Charged = { requestUnits: number };

const send = <T>(target: Target, method: string, body: object): Promise<T> =>
  admin<T>(link(target), { method, body: JSON.stringify(body) });

export const createDocument = (
  target: Target,
  document: string,
): Promise<StoredDocument & Charged> => send(target, 'POST', { document });

/** Only if it still has this etag. */
export const replaceDocument = (
  target: Target,
  document: string,
  etag: string,
): Promise<StoredDocument & Charged> => send(target, 'PUT', { document, etag });

export const deleteDocument = (
  target: Target,
  { document, etag }: { document: string; etag: string },
): Promise<Charged> => send(target, 'DELETE', { document, etag });
