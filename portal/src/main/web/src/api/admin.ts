import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type { Target } from '../lib/address';
import type { Session } from '../lib/permissions';
import { admin, part } from './http';

export interface Status {
  version: string;
  started: string;
  uptimeSeconds: number;
  apis: string[];
  databases: number;
  containers: number;
  partitions: number;
  items: number;
  dataBytes: number;
  indexBytes: number;
  process: Record<string, number>;
  faults: string[];
}

export interface ConnectionString {
  api: string;
  key: string;
  connectionString: string;
}

export interface DatabaseLine {
  name: string;
  containers: number;
}

export interface ContainerLine {
  name: string;
  api: string;
  partitionKeyPaths: string[];
  partitions: number;
  items: number;
  dataBytes: number;
  indexBytes: number;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => admin<Session>('session', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const useSession = (): UseQueryResult<Session> => useQuery(sessionQuery);

/** Somebody else looks from now on, who need not see what was shown before. */
export function changeSession(client: QueryClient, session: Session): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
  client.setQueryData(sessionQuery.queryKey, session);
}

export const signIn = (key?: string): Promise<Session> =>
  admin<Session>('session', {
    method: 'POST',
    body: JSON.stringify(key === undefined ? {} : { key }),
  });

export const signOut = (): Promise<Session> => admin<Session>('session', { method: 'DELETE' });

export const useStatus = (): UseQueryResult<Status> =>
  useQuery({
    queryKey: ['status'],
    queryFn: ({ signal }) => admin<Status>('status', { signal }),
    refetchInterval: 5000,
  });

export const useConnectionStrings = (enabled: boolean): UseQueryResult<ConnectionString[]> =>
  useQuery({
    queryKey: ['connection-strings'],
    enabled,
    queryFn: async ({ signal }) =>
      (await admin<{ connectionStrings: ConnectionString[] }>('connection-strings', { signal }))
        .connectionStrings,
  });

export const useDatabases = (): UseQueryResult<DatabaseLine[]> =>
  useQuery({
    queryKey: ['databases'],
    queryFn: async ({ signal }) =>
      (await admin<{ databases: DatabaseLine[] }>('databases', { signal })).databases,
  });

const containersOf = (database: string) =>
  queryOptions({
    queryKey: ['containers', database],
    queryFn: async ({ signal }) =>
      (
        await admin<{ containers: ContainerLine[] }>(`databases/${part(database)}/containers`, {
          signal,
        })
      ).containers,
  });

export const useContainers = (database: string, enabled = true): UseQueryResult<ContainerLine[]> =>
  useQuery({ ...containersOf(database), enabled });

/** The containers of each database as far as they are known, and what could not be asked. */
export const useContainersOf = (databases: readonly string[]) =>
  useQueries({
    queries: databases.map(containersOf),
    combine: (results) => ({
      lists: results.map((each) => each.data),
      failed: results.find((each) => each.error && !each.data),
    }),
  });

/** The address of a container among Orrery's own calls. */
export const containerPath = ({ database, container }: Target): string =>
  `databases/${part(database)}/containers/${part(container)}`;
