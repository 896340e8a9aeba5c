import { trpc } from '#src/api/trpc.ts';

/** After a change to the account: reads again everything that screens show of it. */
export function useReadAgain(): () => Promise<void> {
  const cache = trpc.useUtils();
  return async () => {
    await Promise.all([cache.account.invalidate(), cache.auth.invalidate()]);
  };
}
