import { getQueryKey } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { SESSION_MARGIN_MS } from '#contract/session.ts';
import { apiClient } from './api-client.ts';
import { queryClient } from './query-client.ts';
import { trpc, type AppRouter } from './trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Session = NonNullable<Outputs['auth']['session']>;
export type Profile = Outputs['profile']['get'];

/** How long a guard believes that someone is signed in. Every call is checked by the server anyway. */
const BELIEF_MS = 60_000;

/** A session about to end counts as ended (spec §4, §9). */
export function isLive(session: Session | null | undefined, now: number): session is Session {
  return session != null && new Date(session.expiresAt).getTime() - now > SESSION_MARGIN_MS;
}

/** Who is signed in, or null. "Nobody" is never remembered, so signing in takes effect at once. */
export async function readSession(): Promise<Session | null> {
  const client = queryClient();
  const queryKey = getQueryKey(trpc.auth.session, undefined, 'query');
  const known = client.getQueryData<Session | null>(queryKey);
  const session = await client.fetchQuery({
    queryKey,
    queryFn: () => apiClient.auth.session.query(),
    staleTime: isLive(known, Date.now()) ? BELIEF_MS : 0,
  });
  return isLive(session, Date.now()) ? session : null;
}

/** The profile for the onboarding guard. An unfinished one is always read again. */
export async function readProfile(): Promise<Profile> {
  const client = queryClient();
  const queryKey = getQueryKey(trpc.profile.get, undefined, 'query');
  const known = client.getQueryData<Profile>(queryKey);
  return await client.fetchQuery({
    queryKey,
    queryFn: () => apiClient.profile.get.query(),
    staleTime: known?.businessType ? BELIEF_MS : 0,
  });
}
