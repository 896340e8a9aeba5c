import { useCallback } from 'react';
import { errorCode, toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';

/** Stops an answer and keeps the text it has. */
export function useStop() {
  const { mutate, isPending } = trpc.chat.stop.useMutation({
    // A second press does nothing.
    retry: (failures, error) => failures < 2 && errorCode(error) === null,
    onError: toastError,
  });
  const stop = useCallback((messageId: string) => mutate({ messageId }), [mutate]);
  return { stop, isStopping: isPending };
}
