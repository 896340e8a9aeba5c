import { newMessageId } from './message-id.ts';

const KEY = 'tenfold:tab';
let inMemory: string | undefined;

/** A name for this tab that survives a reload: tells what was typed here from what another tab of the same person sends. */
export function tabId(): string {
  try {
    inMemory = window.sessionStorage.getItem(KEY) ?? inMemory ?? newMessageId();
    window.sessionStorage.setItem(KEY, inMemory);
  } catch {
    inMemory ??= newMessageId();
  }
  return inMemory;
}
