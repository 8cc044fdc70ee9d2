import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** Does something to what a query shows, which is read again after that; tells what went wrong. */
export function useActing(queryKey: readonly unknown[]) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const act = async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    }
    await client.invalidateQueries({ queryKey });
  };
  return { act, failure };
}
