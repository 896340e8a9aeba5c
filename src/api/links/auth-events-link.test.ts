import { TRPCClientError, type OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authEventsLink } from './auth-events-link.ts';
import { onAuthEvent } from '../auth-events.ts';
import { onTabMessage, type TabMessage } from '../tabs.ts';
import type { AppRouter } from '../trpc.ts';

type Call = Parameters<OperationLink<AppRouter>>[0];

function call(path: string, isRefused = false): void {
  const op = { id: 1, type: 'mutation', path, input: {}, context: {}, signal: null } as Call['op']; // reason: what a caller would build
  const next: Call['next'] = () =>
    observable((observer) => {
      if (isRefused)
        return observer.error(TRPCClientError.from({ error: { code: -32_001, message: '', data: {} } } as never)); // reason: the wire's error shape, without the fields that nothing reads
      observer.next({ result: { type: 'data', data: null } });
      observer.complete();
    });
  authEventsLink({})({ op, next }).subscribe({ error: () => undefined });
}

let received: string[];
let stop: () => void;
beforeEach(() => {
  received = [];
  stop = onAuthEvent((event, from) => received.push(`${event} ${from}`));
});
afterEach(() => stop());

it.each([
  ['auth.signIn', 'SIGNED_IN'],
  ['auth.confirmEmail', 'SIGNED_IN'],
  ['auth.resetPassword', 'SIGNED_IN'],
  ['auth.passkeys.signIn', 'SIGNED_IN'],
  ['auth.refresh', 'TOKEN_REFRESHED'],
  ['auth.signOut', 'SIGNED_OUT'],
  ['account.signOutEverywhere', 'SIGNED_OUT'],
  ['auth.factors.verify', 'MFA_CHALLENGE_VERIFIED'],
  ['auth.recoveryCodes.use', 'MFA_CHALLENGE_VERIFIED'],
])('AUTH-12: %s is announced as %s', (path, event) => {
  call(path);
  expect(received).toEqual([`${event} here`]);
});

it('a refused call, and one that changes no session, is not announced', () => {
  call('auth.signIn', true);
  call('profile.get');
  expect(received).toEqual([]);
});

it('the other tabs receive the event too, and this tab receives theirs', async () => {
  const otherTab = new BroadcastChannel('tenfold');
  const messages: TabMessage[] = [];
  otherTab.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => messages.push(data));
  // Another listener in this tab gets each event only once.
  const stopMessages = onTabMessage((message) => messages.push(message));
  call('auth.signOut');
  await expect.poll(() => messages).toEqual([{ type: 'auth', event: 'SIGNED_OUT' }]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a channel has no target
  otherTab.postMessage({ type: 'auth', event: 'SIGNED_IN' });
  await expect.poll(() => received).toEqual(['SIGNED_OUT here', 'SIGNED_IN another tab']);
  stopMessages();
  otherTab.close();
});
