import { isObject, type Json, parseJson } from '../lib/json';

/** What a server answered instead of what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly activityId: string;
  readonly retryAfterMillis: number;

  constructor(status: number, message: string, activityId: string, retryAfterMillis: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.activityId = activityId;
    this.retryAfterMillis = retryAfterMillis;
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Request {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
}

/** Told when the server does not know us any more. */
export const signedOut = new EventTarget();

/** Asks the server that the portal came from; fails with an ApiError, or a TypeError offline. */
export async function ask(path: string, request: Request = {}): Promise<Answer> {
  let response = await send(path, request);
  if (response.status === 401 && (await signInSilently())) {
    response = await send(path, request);
  }
  const text = await response.text();
  if (!response.ok && response.status !== 304) {
    if (response.status === 401) {
      signedOut.dispatchEvent(new Event('signed-out'));
    }
    throw failure(response, text);
  }
  return { status: response.status, headers: response.headers, text };
}

function send(path: string, request: Request): Promise<Response> {
  return fetch(path, {
    method: request.method ?? 'GET',
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    // The server believes the cookie only beside this header: no other origin can send it.
    headers: { 'x-orrery-portal': '1', ...request.headers },
    ...(request.body === undefined ? {} : { body: request.body }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

/** In development mode a restarted server is signed in to again without anybody noticing. */
async function signInSilently(): Promise<boolean> {
  const response = await send('/_orrery/api/v1/session', { method: 'POST', body: '{}' });
  return response.ok;
}

function failure(response: Response, text: string): ApiError {
  let message = text || `The server answered ${response.status}.`;
  let activityId = response.headers.get('x-ms-activity-id') ?? '';
  try {
    const body = parseJson(text);
    if (isObject(body)) {
      message = typeof body.message === 'string' ? body.message : message;
      activityId = typeof body.activityId === 'string' ? body.activityId : activityId;
    }
  } catch {
    // Not JSON: the text itself is the message.
  }
  return new ApiError(
    response.status,
    message.split('\r\nActivityId')[0] ?? message,
    activityId,
    Number(response.headers.get('x-ms-retry-after-ms') ?? 0),
  );
}

/** One of Orrery's own calls. */
export async function admin<T>(path: string, request: Request = {}): Promise<T> {
  const answer = await ask(`/_orrery/api/v1/${path}`, request);
  return parseJson(answer.text) as T;
}

/** A part of a path. */
export const part = (text: string): string => encodeURIComponent(text);

export type { Json };
