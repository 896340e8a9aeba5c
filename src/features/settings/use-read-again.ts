import { trpc } from '#src/api/trpc.ts';

/** After a change to the account: whatever a screen shows of it is asked for again. */
export function useReadAgain(): () => Promise<void> {
  const cache = trpc.useUtils();
  return async () => {
    await Promise.all([cache.account.invalidate(), cache.auth.invalidate()]);
  };
}
