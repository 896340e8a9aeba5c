import { useEffect, useRef, useState } from 'react';
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
