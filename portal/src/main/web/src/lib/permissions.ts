export interface Session {
  signedIn: boolean;
  /** Whether signing in takes a key; not in development mode on the same machine. */
  needsKey: boolean;
  development: boolean;
  readOnly?: boolean;
  expires?: string;
}

export interface Rights {
  /** Items, containers, throughput, splits. */
  write: boolean;
  /** Keys and connection strings, which let others write. */
  secrets: boolean;
}

/** What is offered. The server decides again, whatever is offered here. */
export function rights(session: Session | undefined): Rights {
  const full = session?.signedIn === true && session.readOnly === false;
  return { write: full, secrets: full };
}

/** What to do about a session when the portal is opened or a request was refused. */
export function next(session: Session): 'show' | 'sign-in-silently' | 'ask-for-key' {
  if (session.signedIn) {
    return 'show';
  }
  return session.needsKey ? 'ask-for-key' : 'sign-in-silently';
}
