import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import { readingText } from '#src/domain/brain/source.ts';
import { toastError } from '#src/lib/app-error.ts';
import { personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';
import { toast } from '#src/lib/toast.ts';
import { useDroppedFiles } from '#src/lib/use-dropped-files.ts';
import { chooseScope, readTags, removeTag, restoreTags, writeTags, type FileTag } from './attached-files.ts';
import './files.css';
import { FileScope } from './file-scope.tsx';
import { FileTagView } from './file-tag-view.tsx';
import { settleTags } from './tag-states.ts';
import { uploadsOfThread } from './uploads-of-thread.ts';
import type { FilesPart } from './use-files-part.ts';
import { useWaitingSend } from './use-waiting-send.ts';

const POLL_MS = 1_000;

export type ComposerFilesProps = FilesPart['thread'] &
  Pick<FilesPart, 'handle' | 'onFiles'> & {
    /** The teammate who is asked. */
    name: string;
    /** Sends the message. */
    onSend: () => void;
  };

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

/** Removes a file from the message, and deletes it with Undo unless it was there before. */
function useRemoveFile(key: string) {
  const utils = trpc.useUtils();
  const options = { onError: toastError, onSettled: () => utils.brain.invalidate() };
  const { mutate: restore } = trpc.brain.sources.restore.useMutation(options);
  const { mutate: remove } = trpc.brain.sources.remove.useMutation(options);
  return (tag: FileTag) => {
    removeTag(personalStore, key, tag.id);
    if (tag.isKnown) return;
    // Nothing of a file that couldn't be read can be restored.
    if (tag.state === 'failed') return remove({ sourceId: tag.id }, { onError: () => undefined });
    remove(
      { sourceId: tag.id },
      {
        onSuccess: () => {
          const undo = () => {
            restore({ sourceId: tag.id });
            restoreTags(personalStore, key, [tag]);
          };
          toast.success({ title: 'File removed', action: { label: 'Undo', onClick: undo }, lifeMs: UNDO_MS });
        },
      },
    );
  };
}

const readyText = ({ isKnown, isInBrain }: FileTag): string =>
  isKnown && isInBrain === true ? 'You already have this file' : 'Ready';

/** Moves files to the Brain if the owner chose that. If it fails, they can still be moved later. */
function useMoveToTeam(isPrivate: boolean) {
  const utils = trpc.useUtils();
  const { mutate } = trpc.brain.sources.moveToTeam.useMutation({
    onError: toastError,
    onSettled: () => utils.brain.invalidate(),
  });
  return (tags: readonly FileTag[]) => {
    if (isPrivate) return;
    for (const { id, scope, isInBrain } of tags) if (scope === 'team' && !isInBrain) mutate({ sourceId: id });
  };
}

/** What is announced: the end of each file, not every page of it. */
function announcement(tags: readonly FileTag[], isUploading: boolean, isSendWanted: boolean): string {
  const failed = tags.filter(({ state }) => state === 'failed');
  if (failed.length > 0) return failed.map(({ name, problem }) => `${name}: ${problem ?? ''}`).join(' ');
  if (isUploading || tags.some(({ state }) => state === 'reading'))
    return isSendWanted ? 'Your message is sent once the files are read.' : 'Reading your files.';
  return tags.length === 0 ? '' : 'Your files are ready.';
}

/** The files of the message that is being written, which can be dropped anywhere or pasted. */
export function ComposerFiles(props: ComposerFilesProps) {
  const { filesKey, conversationId, isPrivate, name, handle, onFiles, onSend } = props;
  const tags = usePersonalStore(filesKey, () => currentTags(filesKey));
  const [uploads] = useState(() => uploadsOfThread({ filesKey, conversationId, isPrivate }));
  const uploading = useSyncExternalStore(uploads.subscribe, uploads.list);
  const failed = uploading.filter(({ state }) => state === 'failed').length;
  const pending = uploading.length - failed;
  const onTake = useMoveToTeam(isPrivate);
  const isSendWanted = useWaitingSend({ filesKey, tags, uploads: { pending, failed }, handle, onTake, onSend });
  const isOver = useDroppedFiles(onFiles);
  const isReading = tags.some(({ state }) => state === 'reading');
  const isUnsure = tags.some(({ isInBrain, state }) => isInBrain === null && state === 'ready');
  const { data, dataUpdatedAt } = trpc.brain.sources.list.useQuery(undefined, {
    enabled: isReading || isUnsure,
    refetchInterval: isReading ? POLL_MS : false,
  });
  const settle = useCallback(() => {
    if (data) writeTags(personalStore, filesKey, settleTags(tags, data.sources, dataUpdatedAt));
  }, [data, dataUpdatedAt, filesKey, tags]);
  useEffect(settle, [settle]);
  const remove = useRemoveFile(filesKey);
  // Don't ask about files that the whole team already has.
  const open = tags.filter(({ state, isInBrain }) => state !== 'failed' && isInBrain === false);
  return (
    <>
      {isOver && <p className="drop-here">Drop files to add them to your message</p>}
      {tags.length + uploading.length > 0 && (
        <ul className="file-tags" aria-label="Files">
          {tags.map((tag) => {
            const source = data?.sources.find(({ id }) => id === tag.id);
            return (
              <FileTagView
                key={tag.id}
                name={tag.name}
                text={tag.state === 'ready' ? readyText(tag) : readingText(source?.progress ?? null)}
                progress={tag.state === 'reading' ? (source?.progress ?? { done: 0, of: 1 }) : null}
                problem={tag.problem}
                onRemove={() => remove(tag)}
              />
            );
          })}
          {uploading.toReversed().map(({ id, file, sentBytes, state, problem = null, canRetry = false }) => (
            <FileTagView
              key={id}
              name={file.name}
              text={state === 'waiting' ? 'Waiting...' : 'Uploading...'}
              progress={state === 'failed' ? null : { done: sentBytes, of: Math.max(file.size, 1) }}
              problem={problem}
              onRetry={canRetry ? () => uploads.retry(id) : undefined}
              onRemove={() => uploads.cancel(id)}
            />
          ))}
        </ul>
      )}
      {!isPrivate && open.length > 0 && (
        <FileScope
          teammate={name}
          count={open.length}
          scope={open[0]?.scope ?? 'chat'}
          onScope={(scope) => chooseScope(personalStore, filesKey, scope)}
        />
      )}
      {isSendWanted && <p className="files-hint xs muted">Your message is sent once the files are read.</p>}
      <p className="sr" role="status">
        {announcement(tags, pending > 0, isSendWanted)}
      </p>
    </>
  );
}
