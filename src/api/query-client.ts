import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ERROR_CODES } from '#contract/errors.ts';
import { errorCode, lackIn } from '#src/lib/app-error.ts';
import { onAuthEvent } from './auth-events.ts';
import { leaveForSignIn } from './leave-for-sign-in.ts';
import { personalStore } from '#src/lib/personal-store.ts';
import { signedIn } from './signed-in.ts';

const STALE_MS = 10_000;
const RETRIES = 2;
const SIGN_OUT = 'auth.signOut';

/** A refusal stays a refusal; only what might be a hiccup of the network or the server is tried again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const code = errorCode(error);
  return failures < RETRIES && (code === null || ERROR_CODES[code].status >= 500);
}

/** Signing out leaves nothing of the person in this browser, and the other tabs leave too. */
function forgetPerson(): void {
  const { person } = signedIn.state();
  if (person) personalStore.forget(person.id);
  signedIn.leave();
}

/** tRPC keys a mutation as `[['auth', 'signOut']]`. */
function procedureName(key: readonly unknown[] | undefined): string {
  const path = key?.[0];
  return Array.isArray(path) ? path.join('.') : '';
}

/** Within the signed-in area a dialog asks in place, and the call waits for it; this is for where none stands ready. */
const leaveWhenSignedOut = (error: unknown) => leaveForSignIn(lackIn(error));

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const isLeaving = procedureName(mutation.options.mutationKey) === SIGN_OUT;
        if (!isLeaving || errorCode(error) !== 'UNAUTHENTICATED') return leaveWhenSignedOut(error);
        // The session had ended already.
        forgetPerson();
        window.location.replace('/');
      },
    }),
    defaultOptions: { queries: { staleTime: STALE_MS, retry: isWorthRetrying } },
  });
}

let browserClient: QueryClient | undefined;

/** Nothing that was read for one person may be shown to another. */
function followAuthEvents(client: QueryClient): void {
  onAuthEvent((event, from) => {
    // What another tab did, this one first has to look at.
    if (from !== 'here' || event === 'TOKEN_REFRESHED') return;
    if (event === 'MFA_CHALLENGE_VERIFIED') return void client.invalidateQueries();
    // Within the signed-in area somebody signs in in place and goes on with the page as it is.
    if (event === 'SIGNED_OUT' || !signedIn.isWatched()) client.getQueryCache().clear();
    if (event === 'SIGNED_OUT') forgetPerson();
  });
}

/** One client for the browser's whole life. On the server every page gets its own, so that people never share a cache. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  if (!browserClient) {
    browserClient = createQueryClient();
    followAuthEvents(browserClient);
  }
  return browserClient;
}
