/**
 * Counts the open streams of each holder, so that nobody holds more than `max`. The count is per process, because the cap protects the
 * process's own memory and connections.
 */
export function createOpenStreams(max: number) {
  const open = new Map<string, number>();
  return {
    /** Returns the function that ends the stream and is safe to call twice; null when the holder is at the limit. */
    enter: (holder: string): (() => void) | null => {
      const before = open.get(holder) ?? 0;
      if (before >= max) return null;
      open.set(holder, before + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(holder) ?? 0) - 1;
        if (left > 0) open.set(holder, left);
        else open.delete(holder);
      };
    },
    /** How many holders have an open stream. */
    holders: () => open.size,
  };
}
export type OpenStreams = ReturnType<typeof createOpenStreams>;
