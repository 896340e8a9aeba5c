import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { errorCode, errorStatus, missingStepIn } from '#src/lib/app-error.ts';
import { onAuthEvent } from './auth-events.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { forgetStored } from '#src/lib/storage/forget-stored.ts';
import { signedIn } from './signed-in.ts';

const STALE_MS = 10_000;
const RETRIES = 2;
const SIGN_OUT = 'auth.signOut';

/** A refusal is final; only what might be a hiccup of the network or the server is retried. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < RETRIES && (errorCode(error) === null || errorStatus(error) >= 500);
}

/** Signing out clears the person's data in this browser, and makes the other tabs leave too. */
function forgetPerson(): void {
  const { person } = signedIn.state();
  // First, so that this page doesn't take it for something that another tab did.
  signedIn.leave();
  if (person) forgetStored(person.id);
}

/** tRPC keys a mutation as `[['auth', 'signOut']]`. */
function procedureName(key: readonly unknown[] | undefined): string {
  const path = key?.[0];
  return Array.isArray(path) ? path.join('.') : '';
}

/** In the signed-in area a dialog asks on the page, and the call waits for it; this covers pages without that dialog. */
const leaveWhenSignedOut = (error: unknown) => leaveForSignIn(missingStepIn(error));

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const isLeaving = procedureName(mutation.options.mutationKey) === SIGN_OUT;
        if (!isLeaving || errorCode(error) !== 'UNAUTHENTICATED') return leaveWhenSignedOut(error);
        // The session had already ended.
        forgetPerson();
        window.location.replace('/');
      },
    }),
    defaultOptions: { queries: { staleTime: STALE_MS, retry: isWorthRetrying } },
  });
}

let browserClient: QueryClient | undefined;

/** Data that was read for one person must never be shown to another. */
function followAuthEvents(client: QueryClient): void {
  onAuthEvent((event, from) => {
    // When another tab changed the session, this tab first has to check how.
    if (from !== 'here' || event === 'TOKEN_REFRESHED') return;
    if (event === 'MFA_CHALLENGE_VERIFIED') return void client.invalidateQueries();
    // In the signed-in area people sign in on the page and carry on with it.
    if (event === 'SIGNED_OUT' || !signedIn.isWatched()) client.getQueryCache().clear();
    if (event === 'SIGNED_OUT') forgetPerson();
  });
}

/**
 * One client for the life of the page in the browser. On the server every render gets its own, so that people never share a
 * cache.
 */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  if (!browserClient) {
    browserClient = createQueryClient();
    // Lets a guard's read that waits for the connection continue once it is back, before any component has mounted the client.
    browserClient.mount();
    followAuthEvents(browserClient);
  }
  return browserClient;
}
