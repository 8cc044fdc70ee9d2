/** What is wrong with the text of a query, and where. */
export interface SqlError {
  message: string;
  location?: { start: number; end: number };
}

/** What the server tells about a query inside its message; empty if it says it in words. */
export function sqlErrors(message: string): SqlError[] {
  if (!message.startsWith('{')) {
    return [];
  }
  try {
    const body = JSON.parse(message) as { errors?: SqlError[] };
    return Array.isArray(body.errors) ? body.errors : [];
  } catch {
    return []; // It only begins so.
  }
}

/** What SDKs look for, before the sentence that says what is the matter here. */
const FOR_PROGRAMS = /^.*?Learn more: https:\/\/aka\.ms\/\S+\s+(?=\S)/s;

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) {
    return 'The server cannot be reached. Is it running?';
  }
  const text = error instanceof Error ? error.message : String(error);
  const errors = sqlErrors(text);
  return errors.length > 0
    ? errors.map((each) => String(each.message)).join(' ')
    : text.replace(FOR_PROGRAMS, '');
}
