import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Does something to what a query shows, which is read again after that; tells what went wrong, and
 * whether it was done.
 */
export function useActing(queryKey: readonly unknown[]) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFailure(null);
    let done = true;
    try {
      await work();
    } catch (error) {
      done = false;
      setFailure(error);
    }
    await client.invalidateQueries({ queryKey });
    return done;
  };
  return { act, failure };
}
