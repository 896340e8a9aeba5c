import { getQueryKey } from '@trpc/react-query';
import { ATTACHED_MAX } from '#contract/chat/chat.ts';
import { onAuthEvent } from '#src/api/auth-events.ts';
import { queryClient } from '#src/api/query-client.ts';
import { trpc } from '#src/api/trpc.ts';
import { uploadFile } from '#src/api/upload-file.ts';
import { askBeforeLosing, createUploads, type Uploads } from '#src/domain/brain/uploads.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { addTag, readTags } from './attached-files.ts';

type Thread = { filesKey: string; conversationId: string | null; isPrivate: boolean };

const byThread = new Map<string, { uploads: Uploads; thread: Thread }>();

/** The uploads beside one message. They continue while another conversation is looked at. */
export function uploadsOfThread(thread: Thread): Uploads {
  const { filesKey: key, conversationId } = thread;
  const before = byThread.get(key);
  if (before) {
    // A new conversation may have become private since.
    before.thread = thread;
    return before.uploads;
  }
  const isPrivate = () => byThread.get(key)?.thread.isPrivate ?? thread.isPrivate;
  const uploads = createUploads({
    send: (upload) =>
      uploadFile({ ...upload, conversationId: conversationId ?? undefined, isPrivate: isPrivate(), scope: 'chat' }),
    onSent: (_, { source: { id, name, scope }, isKnown }) => {
      addTag(personalStore, key, { id, name, isInBrain: scope === 'team', isKnown });
      return queryClient().invalidateQueries({ queryKey: getQueryKey(trpc.brain.sources.list) });
    },
  });
  askBeforeLosing(uploads);
  byThread.set(key, { uploads, thread });
  return uploads;
}

/** Attaches as many of these files as a message can have. */
export function attachFiles(thread: Thread, files: readonly File[]): void {
  const uploads = uploadsOfThread(thread);
  const room = ATTACHED_MAX - readTags(personalStore, thread.filesKey).length - uploads.list().length;
  if (files.length > room)
    toast.error({
      title: `A message can have ${ATTACHED_MAX} files`,
      text: 'Send these first, or add the others on the Brain page.',
    });
  // The newest upload is listed first.
  uploads.add(files.slice(0, Math.max(room, 0)).toReversed());
}

onAuthEvent((event) => {
  if (event !== 'SIGNED_OUT') return;
  for (const { uploads } of byThread.values()) for (const { id } of uploads.list()) uploads.cancel(id);
  byThread.clear();
});
