import { onlineManager } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { SESSION_MARGIN_MS } from '#contract/session.ts';
import { apiClient } from './api-client.ts';
import { queryClient } from './query-client.ts';
import { signedIn } from './signed-in.ts';
import { tellTabs } from './tabs.ts';
import { trpc, type AppRouter } from './trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Session = NonNullable<Outputs['auth']['session']>;
export type Profile = Outputs['profile']['get'];

/** How long a guard believes that someone is signed in. Every call is checked by the server anyway. */
const BELIEF_MS = 60_000;
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
    staleTime: isLive(known, Date.now()) ? BELIEF_MS : 0,
  });
  return isLive(session, Date.now()) ? session : null;
}

/** For the guard of the signed-in area. Where a session ended on an open page, the page stays and asks for a new one. */
export async function isSignedIn(): Promise<boolean> {
  const session = await readSession();
  if (session === null) return signedIn.expire();
  const { person } = signedIn.state();
  if (person !== null && person.id !== session.user.id) {
    // Somebody else by now: their pages start from nothing, and until then nothing is shown.
    window.location.reload();
    await new Promise<never>(() => undefined);
  }
  signedIn.arrive(session.user);
  return true;
}

/**
 * Looks who is signed in after a hint that it changed. The same person goes on where they were. For anybody else a full
 * load leaves nothing of this person on the screen.
 */
export async function checkPerson(): Promise<'same' | 'other' | 'nobody'> {
  const { person, isExpired } = signedIn.state();
  const session = await apiClient.auth.session.query();
  if (session === null || person === null) return 'nobody';
  if (session.user.id !== person.id) {
    window.location.replace('/dashboard');
    return 'other';
  }
  queryClient().setQueryData(sessionKey(), session);
  signedIn.arrive(session.user);
  if (isExpired) void queryClient().invalidateQueries();
  return 'same';
}

/** Signs the same person in again, in place. The address is the one this page belongs to. */
export async function signInAgain(password: string): Promise<void> {
  const { person } = signedIn.state();
  if (person === null) return;
  await apiClient.auth.signIn.mutate({ email: person.email, password });
  tellTabs({ type: 'session' });
  await checkPerson();
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
