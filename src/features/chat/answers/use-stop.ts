import { useCallback } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';

/** Ends an answer with what it has. */
export function useStop() {
  const { mutate, isPending } = trpc.chat.stop.useMutation({
    // Stopping twice is stopping once.
    retry: (failures, error) => failures < 2 && errorCode(error) === null,
    onError: (error) => toast.error({ ...TOASTS.error, text: errorText(error) }),
  });
  const stop = useCallback((messageId: string) => mutate({ messageId }), [mutate]);
  return { stop, isStopping: isPending };
}
