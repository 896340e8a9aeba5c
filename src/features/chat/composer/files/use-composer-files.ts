import { useCallback, useEffect, useRef, useState } from 'react';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import type { AttachedFile } from '../../outbox/outbox.ts';
import { readTags, writeTags, type FileTag } from './attached-files.ts';

const loadAttach = async () => (await import('./uploads-of-thread.ts')).attachFiles;

/** Nothing may be learned from a private conversation, and a file is for all teammates. */
const NOT_IN_PRIVATE = {
  title: 'No files in private chats',
  text: 'All teammates can use a file once it’s added. Turn private off first, or add it on the Brain page.',
};

const NO_UPLOADS = { pending: 0, failed: 0 };

const cache = new Map<string, { version: number; tags: FileTag[] }>();
/** The same array until something changes, as React requires. */
function currentTags(key: string): FileTag[] {
  const version = personalStore.version(key);
  const before = cache.get(key);
  if (before?.version === version) return before.tags;
  const tags = readTags(personalStore, key);
  cache.set(key, { version, tags });
  return tags;
}

type Options = {
  filesKey: string;
  conversationId: string | null;
  isPrivate: boolean;
  /** Sends the message. */
  onSend: () => void;
};

/** The files of the message that is being written. Its parts load once somebody uses the page. */
export function useComposerFiles({ filesKey, conversationId, isPrivate, onSend }: Options) {
  const tags = usePersonalStore(filesKey, () => currentTags(filesKey));
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const [wanted, setWanted] = useState<{ key: string; failed: number } | null>(null);
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);

  const isPending = uploads.pending > 0 || tags.some(({ state }) => state === 'reading');
  const failed = uploads.failed + tags.filter(({ state }) => state === 'failed').length;
  // A file that can't be read is shown before anything is sent without it.
  const isStillWanted = wanted?.key === filesKey && failed <= wanted.failed;
  if (wanted !== null && !isStillWanted) setWanted(null);
  const isSendWanted = isStillWanted && isPending;
  const latest = useRef(onSend);
  useEffect(() => {
    latest.current = onSend;
  });
  const isReady = isStillWanted && !isPending;
  useEffect(() => {
    if (isReady) latest.current();
  }, [isReady]);

  const onFiles = useCallback(
    (files: File[]) => {
      if (isPrivate) toast.error(NOT_IN_PRIVATE);
      else void loadOrReport(loadAttach).then((attach) => attach?.(filesKey, conversationId, files));
    },
    [filesKey, conversationId, isPrivate],
  );
  return {
    part: { filesKey, conversationId, tags, isSendWanted, onFiles, onUploads: setUploads },
    /** Whether there is anything to show, or may soon be. */
    isShown: isUsed || tags.length > 0,
    onFiles,
    isSendWanted,
    /** The files for the message that is sent now. Null if they are still being read; it is sent once they are. */
    take: (): AttachedFile[] | null => {
      if (isPending) {
        setWanted({ key: filesKey, failed });
        return null;
      }
      setWanted(null);
      const ready = readTags(personalStore, filesKey).filter(({ state }) => state === 'ready');
      return ready.map(({ id, name }) => ({ id, name }));
    },
    /** They were sent. What couldn't be read stays until it's removed. */
    clear: () =>
      writeTags(
        personalStore,
        filesKey,
        readTags(personalStore, filesKey).filter(({ state }) => state !== 'ready'),
      ),
  };
}
