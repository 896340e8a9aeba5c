import { useEffect, useRef, useState } from 'react';
import { MESSAGE_MAX } from '#contract/chat/chat.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import type { AttachedFile } from '../../outbox/outbox.ts';

/** What the page asks of the part that has the files of the message, whose code loads later. */
export type FilesHandle = {
  /** The files for a message that is sent now. Null if some are still being read: it's sent once they are. */
  take: () => AttachedFile[] | null;
  /** They were sent. */
  clear: () => void;
};

/** In characters. A shorter paste stays text, and the message is shown as too long. */
const FILE_FROM = 1_000;

/**
 * Whether a pasted text, such as a contract, becomes a file: together with `typed`, it would make the message too
 * long.
 */
export const isPastedAsFile = (pasted: string, typed: string): boolean =>
  pasted.trim().length >= FILE_FROM && pasted.length + typed.length > MESSAGE_MAX;

const loadAttach = async () => (await import('./uploads-of-thread.ts')).attachFiles;

/** The files of the message that is being written. All that has to do with them loads once somebody uses the page. */
export function useFilesPart(filesKey: string, conversationId: string | null, isPrivate: boolean) {
  const handle = useRef<FilesHandle>(null);
  const hasTags = usePersonalStore(filesKey, () => personalStore.get(filesKey) !== null);
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => whenUsed(() => setIsUsed(true)), []);
  return {
    handle,
    /** Whether there is anything to show, or may soon be. */
    isShown: isUsed || hasTags,
    thread: { filesKey, conversationId, isPrivate },
    onFiles: (files: File[]) =>
      void loadOrReport(loadAttach).then((attach) => attach?.({ filesKey, conversationId, isPrivate }, files)),
    take: () => (handle.current ? handle.current.take() : hasTags ? null : []),
  };
}
export type FilesPart = ReturnType<typeof useFilesPart>;
