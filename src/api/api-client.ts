import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client';
import { authEventsLink } from './links/auth-events-link.ts';
import { watchedFetch } from './connection.ts';
import { proofLink } from './links/reauthentication-link.ts';
import { sessionLink } from './links/session-link.ts';
import type { AppRouter } from './trpc.ts';

const TRPC_URL = '/trpc';
/** The most calls that one request may carry; the server refuses larger batches. */
const BATCH_MAX = 10;

export const apiClient: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    authEventsLink,
    proofLink,
    sessionLink,
    splitLink({
      // A stream in a batch would hold up everything beside it and could not be aborted alone.
      condition: (operation) => operation.type === 'subscription',
      true: httpSubscriptionLink({ url: TRPC_URL }),
      false: httpBatchLink({ url: TRPC_URL, maxItems: BATCH_MAX, fetch: watchedFetch }),
    }),
  ],
});
