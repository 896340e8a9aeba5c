/**
 * Counts what each holder has open, so that nobody holds more than `max`. Each process counts for itself: the cap is for what its
 * memory and connections can bear, and every process bounds its own, however many there are.
 */
export function createOpenStreams(max: number) {
  const open = new Map<string, number>();
  return {
    /** Gives back what ends the stream, once however often it is called; null when the holder has as many as may be. */
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
    /** How many holders have something open. */
    holders: () => open.size,
  };
}
export type OpenStreams = ReturnType<typeof createOpenStreams>;
