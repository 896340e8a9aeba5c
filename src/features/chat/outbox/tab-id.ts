import { randomId } from '#src/lib/random-id.ts';

const KEY = 'tenfold:tab';
let inMemory: string | undefined;

/** A name for this tab that survives a reload: tells what was typed here from what another tab of the same person sends. */
export function tabId(): string {
  try {
    inMemory = window.sessionStorage.getItem(KEY) ?? inMemory ?? randomId();
    window.sessionStorage.setItem(KEY, inMemory);
  } catch {
    inMemory ??= randomId();
  }
  return inMemory;
}
