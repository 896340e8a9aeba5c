import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ERROR_CODES } from '#contract/errors.ts';
import { errorCode } from './app-error.ts';
import { signInPath } from './redirect-path.ts';

const STALE_MS = 10_000;
const RETRIES = 2;
/** These change who is signed in, so nothing read before them may be shown after them. */
const IDENTITY_CHANGES = new Set(['auth.signIn', 'auth.signOut', 'auth.confirmEmail']);

/** A refusal stays a refusal; only what might be a hiccup of the network or the server is tried again. */
export function isWorthRetrying(failures: number, error: unknown): boolean {
  const code = errorCode(error);
  return failures < RETRIES && (code === null || ERROR_CODES[code].status >= 500);
}

function leaveWhenSignedOut(error: unknown): void {
  if (errorCode(error) !== 'UNAUTHENTICATED' || window.location.pathname.startsWith('/auth')) return;
  // A full load: no data of the ended session stays in memory.
  window.location.replace(signInPath(window.location.pathname + window.location.search));
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
      onError: leaveWhenSignedOut,
      onSuccess: (_data, _variables, _context, mutation) => {
        if (IDENTITY_CHANGES.has(procedureName(mutation.options.mutationKey))) client.getQueryCache().clear();
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
