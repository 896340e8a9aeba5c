import { useCallback, useState, type ReactNode } from 'react';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { toast } from '#src/lib/toast.ts';

const ConfirmDialog = lazyDialog(async () => (await import('#src/ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

/** What was done with a conversation, and how to undo it. */
export type Done = { title: string; text?: string; undo: () => void };
export type OnDone = (done: Done, taught: string[]) => void;

const factsText = (count: number) => (count === 1 ? '1 fact' : `${count} facts`);

/**
 * Says that a conversation was made private or deleted, with Undo. If it had taught the team something, it first asks
 * whether to forget that, too; Undo brings back both.
 */
export function useForgetTaught(): { onDone: OnDone; dialog: ReactNode } {
  const utils = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const [asked, setAsked] = useState<{ done: Done; taught: string[] }>();
  const refresh = { onSettled: () => utils.brain.invalidate(), onError: toastError };
  const { mutate: bringBack } = trpc.brain.bringBackFacts.useMutation(refresh);
  const { mutate: forget, isPending } = trpc.brain.forgetFacts.useMutation(refresh);
  const say = ({ undo, ...done }: Done, forgotten: string[] = []) => {
    const onClick = () => {
      undo();
      if (forgotten.length > 0) bringBack({ factIds: forgotten });
    };
    const text = forgotten.length > 0 ? `${factsText(forgotten.length)} forgotten, too.` : done.text;
    toast.success({ ...done, text, action: { label: 'Undo', onClick }, lifeMs: UNDO_MS });
  };
  const close = useCallback(() => setIsAsking(false), []);
  const count = asked?.taught.length ?? 0;
  return {
    onDone: (done, taught) => {
      if (taught.length === 0) return say(done);
      setAsked({ done, taught });
      setIsAsking(true);
    },
    dialog: (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          close();
          if (asked) say(asked.done);
        }}
        title="Forget what your team learned?"
        cancelLabel="Keep"
        confirmLabel="Forget"
        busyText="Forgetting..."
        isBusy={isPending}
        onConfirm={() => {
          if (!asked) return;
          const { done, taught } = asked;
          forget({ factIds: taught }, { onSuccess: () => say(done, taught), onSettled: close });
        }}
      >
        <p>{`Your team learned ${factsText(count)} from that chat. Forget ${count === 1 ? 'it' : 'them'}, too?`}</p>
        <p>Anything you keep stays on the Brain page, and your team can still use it.</p>
      </ConfirmDialog>
    ),
  };
}
