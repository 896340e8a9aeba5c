import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Source } from '#src/domain/brain/source.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';

/** What can be done with a document or page. `onRemoved` runs once it is gone. */
export function useSourceActions({ id, name, scope }: Pick<Source, 'id' | 'name' | 'scope'>, onRemoved?: () => void) {
  const utils = trpc.useUtils();
  // What a source taught comes and goes with it.
  const saves = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const restore = trpc.brain.sources.restore.useMutation(saves);
  const remove = trpc.brain.sources.remove.useMutation({
    ...saves,
    onSuccess: () => {
      onRemoved?.();
      toast.success({
        title: `Removed ${name}`,
        text: scope === 'chat' ? 'That chat can’t use it anymore.' : 'What it taught your team is gone with it.',
        action: { label: 'Undo', onClick: () => restore.mutate({ sourceId: id }) },
        lifeMs: UNDO_MS,
      });
    },
  });
  const retry = trpc.brain.sources.retry.useMutation(saves);
  const setRefreshed = trpc.brain.sources.setRefreshed.useMutation(saves);
  const moveToTeam = trpc.brain.sources.moveToTeam.useMutation({
    ...saves,
    onSuccess: () => toast.success({ title: `${name} is in the Brain`, text: 'The whole team can use it now.' }),
  });
  const useFirst = trpc.brain.sources.useFirst.useMutation(saves);
  return {
    isRemoving: remove.isPending,
    isRetrying: retry.isPending,
    remove: () => remove.mutate({ sourceId: id }),
    readAgain: () => retry.mutate({ sourceId: id }),
    setRefreshed: (isRefreshed: boolean) => setRefreshed.mutate({ sourceId: id, isRefreshed }),
    moveToTeam: () => moveToTeam.mutate({ sourceId: id }),
    isMoving: moveToTeam.isPending,
    useFirst: () => useFirst.mutate({ sourceId: id }),
  };
}
export type SourceActions = ReturnType<typeof useSourceActions>;
