import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Target } from '../lib/address';
import { type ContainerDefinition, readContainer } from './sql';

/** A container as the SQL API tells it. */
export const useDefinition = (target: Target): UseQueryResult<ContainerDefinition> =>
  useQuery({
    queryKey: ['definition', target],
    queryFn: ({ signal }) => readContainer(target, signal),
  });
