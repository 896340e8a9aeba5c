import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { readTags, writeTags, type FileTag } from './attached-files.ts';
import type { FilesHandle } from './use-files-part.ts';

type Options = {
  filesKey: string;
  tags: readonly FileTag[];
  /** How many are on their way to the server, and how many didn't get there. */
  uploads: { pending: number; failed: number };
  handle: RefObject<FilesHandle | null>;
  /** These files are sent now. */
  onTake: (tags: readonly FileTag[]) => void;
  onSend: () => void;
};

/**
 * What happens to a message that was sent when `wanted` of its files had failed; null if none was. It waits for files
 * on their way, and stays if another one fails: its owner sees that before anything is sent without it.
 */
export function waitingSend(wanted: number | null, { isPending, failed }: { isPending: boolean; failed: number }) {
  if (wanted === null || failed > wanted) return 'stays';
  return isPending ? 'waits' : 'is sent';
}

/** Sends the message once its files are read, if that was asked for. Returns whether it was. */
export function useWaitingSend({ filesKey, tags, uploads, handle, onTake, onSend }: Options): boolean {
  const isPending = uploads.pending > 0 || tags.some(({ state }) => state === 'reading');
  const failed = uploads.failed + tags.filter(({ state }) => state === 'failed').length;
  /** How many had failed when it was asked for. */
  const [wanted, setWanted] = useState<number | null>(null);
  const next = waitingSend(wanted, { isPending, failed });
  if (next === 'stays' && wanted !== null) setWanted(null);

  useImperativeHandle(handle, () => ({
    take: () => {
      setWanted(isPending ? failed : null);
      if (isPending) return null;
      const ready = readTags(personalStore, filesKey).filter(({ state }) => state === 'ready');
      onTake(ready);
      return ready.map(({ id, name }) => ({ id, name }));
    },
    // What couldn't be read stays until it's removed.
    clear: () => {
      const left = readTags(personalStore, filesKey).filter(({ state }) => state !== 'ready');
      writeTags(personalStore, filesKey, left);
    },
  }));
  const latest = useRef(onSend);
  useEffect(() => {
    latest.current = onSend;
  });
  const isReady = next === 'is sent';
  useEffect(() => {
    if (isReady) latest.current();
  }, [isReady]);
  return next === 'waits';
}
