import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client';
import { authEventsLink } from './links/auth-events-link.ts';
import { dateZoneLink } from './links/date-zone-link.ts';
import { watchedFetch } from './connection.ts';
import { reauthenticationLink } from './links/reauthentication-link.ts';
import { sessionLink } from './links/session-link.ts';
import type { AppRouter } from './trpc.ts';

const TRPC_URL = '/trpc';
/** The most calls that one request may carry; the server refuses larger batches. */
const BATCH_MAX = 10;

export const apiClient: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [
    authEventsLink,
    dateZoneLink,
    reauthenticationLink,
    sessionLink,
    // Streams have a connection of their own (`live/live.ts`).
    httpBatchLink({ url: TRPC_URL, maxItems: BATCH_MAX, fetch: watchedFetch }),
  ],
});
