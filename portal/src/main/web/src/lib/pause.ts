/** Some time, or until whoever waits is told to stop. */
export function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A signal lives as long as the view: what it still held of every pause would pile up.
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, millis);
    signal.addEventListener('abort', end);
  });
}
