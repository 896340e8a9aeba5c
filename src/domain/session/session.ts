import { onlineManager } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { SESSION_MARGIN_MS } from '#contract/account/session.ts';
import { apiClient } from '#src/api/api-client.ts';
import { queryClient } from '#src/api/query-client.ts';
import { signedIn, type Person } from '#src/api/signed-in.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { personalKey, personalStore } from '#src/lib/storage/personal-store.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Session = NonNullable<Outputs['auth']['session']>;
export type Profile = Outputs['profile']['get'];

/** How long a guard trusts that someone is signed in. The server checks every call anyway. */
const BELIEF_MS = 60_000;
/** A renewal that hasn't answered for this long has failed. */
const RENEW_MS = 20_000;
export const sessionKey = () => getQueryKey(trpc.auth.session, undefined, 'query');

/** A session about to end counts as ended (SESSION-2). */
export function isLive(session: Session | null | undefined, now: number): session is Session {
  return session != null && new Date(session.expiresAt).getTime() - now > SESSION_MARGIN_MS;
}

/** Who is signed in, or null. "Nobody" is never cached, so signing in takes effect immediately. */
export async function readSession(): Promise<Session | null> {
  const client = queryClient();
  const queryKey = sessionKey();
  const known = client.getQueryData<Session | null>(queryKey);
  // The server can't be asked, and the current page must keep working.
  if (isLive(known, Date.now()) && !onlineManager.isOnline()) return known;
  const session = await client.fetchQuery({
    queryKey,
    queryFn: () => apiClient.auth.session.query(),
    staleTime: isLive(known, Date.now()) && !known.needsSecondFactor ? BELIEF_MS : 0,
  });
  return isLive(session, Date.now()) ? session : null;
}

/** The checks of who is signed in now: few pages need them. */
export const loadChecks = () => import('./check-person.ts');

/** Whose pages this document has shown, even after they signed out. */
let shownTo: string | undefined;

/** This browser shows their pages from now on, until they are forgotten in any of its tabs. */
export function arrive(person: Person): void {
  shownTo = person.id;
  const key = personalKey(person.id, 'here');
  if (personalStore.get(key) === null) personalStore.set(key, '1');
  signedIn.arrive(person);
}

/**
 * For the guard of the signed-in area. If a session ended on an open page, or now needs its second factor, the page stays and a
 * dialog asks on it.
 */
export async function readSignInStage(): Promise<'signed-in' | 'signed-out' | 'second-factor-pending'> {
  const session = await readSession();
  const { person } = signedIn.state();
  if (session !== null && shownTo !== undefined && shownTo !== session.user.id) {
    // It's someone else by now: their pages start from scratch, and until then nothing is shown.
    window.location.reload();
    await new Promise<never>(() => undefined);
  }
  if (session?.needsSecondFactor === false) {
    arrive(session.user);
    return 'signed-in';
  }
  // If it fails, the next visit tries again.
  if (session === null && person === null && localStorageOrNull()?.length)
    await loadChecks()
      .then((checks) => checks.forgetEnded())
      .catch(() => false);
  if (signedIn.expire(session ? 'code' : 'sign-in')) return 'signed-in';
  return session ? 'second-factor-pending' : 'signed-out';
}

/** Renews the session. Returns when it now ends, in milliseconds, or null if there is none any more. */
export async function renewSession(): Promise<number | null> {
  await apiClient.auth.refresh.mutate(undefined, { signal: AbortSignal.timeout(RENEW_MS) });
  const session = await apiClient.auth.session.query();
  if (session === null) return null;
  queryClient().setQueryData(sessionKey(), session);
  return new Date(session.expiresAt).getTime();
}

/** The second factors available to a person who has only given a password. */
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

/** People who bought a plan before they set up anything still get to their invoices and their cancellation (ONBOARD-3). */
export function needsOnboarding({ businessType }: Pick<Profile, 'businessType'>, path: string): boolean {
  return businessType === null && path !== '/dashboard/billing';
}
