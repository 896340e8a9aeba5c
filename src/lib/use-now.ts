import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

const MINUTE_MS = 60_000;

let now = new Date();
let timer: ReturnType<typeof setInterval> | null = null;
const readers = createListeners();

function tick() {
  now = new Date();
  readers.notify();
}

function subscribe(reader: () => void): () => void {
  const leave = readers.subscribe(reader);
  // One timer for all the times on a page, and none for a page without any.
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    leave();
    if (readers.size() > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

function read(): Date {
  if (timer === null && Date.now() - now.getTime() >= MINUTE_MS) now = new Date();
  return now;
}

/** The current time, to the minute, so that relative times stay true while the page is open. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, read, read);
}
