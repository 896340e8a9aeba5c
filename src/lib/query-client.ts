import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ERROR_CODES } from '#contract/errors.ts';
import { errorCode } from './app-error.ts';
import { personalStore } from './personal-store.ts';
import { signInPath } from './redirect-path.ts';
import { signedIn } from './signed-in.ts';
import { tellTabs } from './tabs.ts';

const STALE_MS = 10_000;
const RETRIES = 2;
const SIGN_OUT = 'auth.signOut';
/** These change who is signed in, so nothing read before them may be shown after them. */
const IDENTITY_CHANGES = new Set(['auth.signIn', SIGN_OUT, 'auth.confirmEmail']);

/** A refusal stays a refusal; only what might be a hiccup of the network or the server is tried again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const code = errorCode(error);
  return failures < RETRIES && (code === null || ERROR_CODES[code].status >= 500);
}

/** Within the signed-in area a dialog asks in place, and the call waits for it; this is for where none stands ready. */
function leaveWhenSignedOut(error: unknown): void {
  if (errorCode(error) !== 'UNAUTHENTICATED' || window.location.pathname.startsWith('/auth')) return;
  // A full load: no data of the ended session stays in memory.
  window.location.replace(signInPath(window.location.pathname + window.location.search));
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

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        const isLeaving = procedureName(mutation.options.mutationKey) === SIGN_OUT;
        if (!isLeaving || errorCode(error) !== 'UNAUTHENTICATED') return leaveWhenSignedOut(error);
        // The session had ended already.
        forgetPerson();
        window.location.replace('/');
      },
      onSuccess: (_data, _variables, _context, mutation) => {
        const name = procedureName(mutation.options.mutationKey);
        if (!IDENTITY_CHANGES.has(name)) return;
        client.getQueryCache().clear();
        if (name === SIGN_OUT) forgetPerson();
        tellTabs({ type: 'session' });
      },
    }),
    defaultOptions: { queries: { staleTime: STALE_MS, retry: isWorthRetrying } },
  });
  return client;
}

let browserClient: QueryClient | undefined;

/** One client for the browser's whole life. On the server every page gets its own, so that people never share a cache. */
export function queryClient(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}
