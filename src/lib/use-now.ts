import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | null = null;
const readers = new Set<() => void>();

function tick() {
  now = new Date();
  for (const reader of readers) reader();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  // One timer for a whole page of times, and none for a page without.
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    readers.delete(reader);
    if (readers.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function read(): Date {
  if (timer === null && Date.now() - now.getTime() >= MINUTE_MS) now = new Date();
  return now;
}

/** The time, to the minute: what a page says about it stays true while the page is open. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, read, read);
}
