import { apiClient } from '#src/api/api-client.ts';
import { queryClient } from '#src/api/query-client.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { forgetStored } from '#src/lib/storage/forget-stored.ts';
import { personalKey, personalStore } from '#src/lib/storage/personal-store.ts';
import { arrive, sessionKey } from './session.ts';

/**
 * Leaves a page whose person is gone, with a full page load of another one, or of this one again. Until then nothing of
 * them is on the screen or in memory, nor if the back button restores this page.
 */
export function leavePage(href?: string): void {
  document.documentElement.hidden = true;
  signedIn.leave();
  queryClient().clear();
  if (href === undefined) window.location.reload();
  else window.location.replace(href);
}

/**
 * Deletes what this browser keeps of a person whose session was ended, by its owner or with the account. What is kept
 * of someone whose session ran out stays for them (SESSION-6). Returns whether a session was ended.
 */
export async function forgetEnded(): Promise<boolean> {
  const ended = await apiClient.auth.endedSession.query();
  if (ended) forgetStored(ended.userId);
  return ended !== null;
}

/**
 * Checks who is signed in after a hint that it changed. The same person stays where they were. For anyone else, and
 * once a session was ended, a full page load clears this person's data from the screen.
 */
export async function checkPerson(): Promise<'same' | 'left' | 'signed-out' | 'second-factor-pending'> {
  const { person, isExpired } = signedIn.state();
  const session = await apiClient.auth.session.query();
  if (session === null && (await forgetEnded())) {
    leavePage('/auth');
    return 'left';
  }
  if (session === null || person === null) return 'signed-out';
  if (session.user.id !== person.id) {
    leavePage('/dashboard');
    return 'left';
  }
  queryClient().setQueryData(sessionKey(), session);
  if (session.needsSecondFactor) {
    signedIn.expire('code');
    return 'second-factor-pending';
  }
  arrive(session.user);
  if (isExpired) void queryClient().invalidateQueries();
  return 'same';
}

const check = () => checkPerson().catch(() => null);
/** Someone was signed out here and forgotten, in any tab. */
const isForgotten = ({ id }: { id: string }) => personalStore.get(personalKey(id, 'here')) === null;

/**
 * Something happened in another tab. Once it has signed this person out, or forgotten them, their data leaves this
 * screen too.
 */
export async function checkTab(): Promise<void> {
  const { person } = signedIn.state();
  if (person === null) return;
  if (isForgotten(person) || (await check()) === 'signed-out') leavePage('/');
}

/** The back button has restored this page, which is hidden until it's clear that its person is still here. */
export async function checkRestored(): Promise<void> {
  const { person } = signedIn.state();
  if (person === null) return leavePage();
  if (isForgotten(person)) return leavePage('/');
  const who = await check();
  if (who === 'left') return;
  // Without an answer, the page isn't shown: it may be somebody else who presses Back.
  if (who === null) return leavePage();
  document.documentElement.hidden = false;
  if (who === 'signed-out') signedIn.expire('sign-in');
}
