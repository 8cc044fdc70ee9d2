import { useSearchParams } from 'wouter';

/**
 * Changes what stands behind the address, so that it can be shared and reloaded; what is empty is
 * left out. With `replace` the browser's way back does not lead through every letter typed.
 */
export function useAddressValues(
  replace = false,
): readonly [URLSearchParams, (values: Record<string, string | null>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (values: Record<string, string | null>) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) {
            before.set(name, value);
          } else {
            before.delete(name);
          }
        }
        return before;
      },
      { replace },
    );
  return [search, change];
}
