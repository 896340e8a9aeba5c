import { onlineManager } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { SESSION_MARGIN_MS } from '#contract/account/session.ts';
import { apiClient } from '#src/api/api-client.ts';
import { queryClient } from '#src/api/query-client.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Session = NonNullable<Outputs['auth']['session']>;
export type Profile = Outputs['profile']['get'];

/** How long a guard believes that someone is signed in. Every call is checked by the server anyway. */
const BELIEF_MS = 60_000;
/** A renewal without an answer for this long has failed. */
const RENEW_MS = 20_000;
const sessionKey = () => getQueryKey(trpc.auth.session, undefined, 'query');

/** A session about to end counts as ended (spec §4, §9). */
export function isLive(session: Session | null | undefined, now: number): session is Session {
  return session != null && new Date(session.expiresAt).getTime() - now > SESSION_MARGIN_MS;
}

/** Who is signed in, or null. "Nobody" is never remembered, so signing in takes effect at once. */
export async function readSession(): Promise<Session | null> {
  const client = queryClient();
  const queryKey = sessionKey();
  const known = client.getQueryData<Session | null>(queryKey);
  // Nobody can be asked, and the page one is on must go on working.
  if (isLive(known, Date.now()) && !onlineManager.isOnline()) return known;
  const session = await client.fetchQuery({
    queryKey,
    queryFn: () => apiClient.auth.session.query(),
    staleTime: isLive(known, Date.now()) && !known.needsSecondFactor ? BELIEF_MS : 0,
  });
  return isLive(session, Date.now()) ? session : null;
}

/**
 * For the guard of the signed-in area. Where a session ended on an open page, or owes its second factor by now, the page
 * stays and asks in place.
 */
export async function whoEnters(): Promise<'somebody' | 'nobody' | 'half-signed-in'> {
  const session = await readSession();
  const { person } = signedIn.state();
  if (session !== null && person !== null && person.id !== session.user.id) {
    // Somebody else by now: their pages start from nothing, and until then nothing is shown.
    window.location.reload();
    await new Promise<never>(() => undefined);
  }
  if (session?.needsSecondFactor === false) {
    signedIn.arrive(session.user);
    return 'somebody';
  }
  if (signedIn.expire(session ? 'code' : 'sign-in')) return 'somebody';
  return session ? 'half-signed-in' : 'nobody';
}

/**
 * Looks who is signed in after a hint that it changed. The same person goes on where they were. For anybody else a full
 * load leaves nothing of this person on the screen.
 */
export async function checkPerson(): Promise<'same' | 'other' | 'nobody' | 'half-signed-in'> {
  const { person, isExpired } = signedIn.state();
  const session = await apiClient.auth.session.query();
  if (session === null || person === null) return 'nobody';
  if (session.user.id !== person.id) {
    window.location.replace('/dashboard');
    return 'other';
  }
  queryClient().setQueryData(sessionKey(), session);
  if (session.needsSecondFactor) {
    signedIn.expire('code');
    return 'half-signed-in';
  }
  signedIn.arrive(session.user);
  if (isExpired) void queryClient().invalidateQueries();
  return 'same';
}

/** Renews the session. Returns when it ends now, in milliseconds, or null when there is none any more. */
export async function renewSession(): Promise<number | null> {
  await apiClient.auth.refresh.mutate(undefined, { signal: AbortSignal.timeout(RENEW_MS) });
  const session = await apiClient.auth.session.query();
  if (session === null) return null;
  queryClient().setQueryData(sessionKey(), session);
  return new Date(session.expiresAt).getTime();
}

/** The second factors that the one who has only given a password may answer with. */
export async function readVerifiedFactors() {
  const factors = await apiClient.auth.factors.list.query();
  return factors.filter(({ status }) => status === 'verified');
}

/** The profile for the onboarding guard. An unfinished one is always read again. */
export async function readProfile(): Promise<Profile> {
  const client = queryClient();
  const queryKey = getQueryKey(trpc.profile.get, undefined, 'query');
  const known = client.getQueryData<Profile>(queryKey);
  if (known?.businessType && !onlineManager.isOnline()) return known;
  return await client.fetchQuery({
    queryKey,
    queryFn: () => apiClient.profile.get.query(),
    staleTime: known?.businessType ? BELIEF_MS : 0,
  });
}
