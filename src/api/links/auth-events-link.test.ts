import { TRPCClientError, type OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { authEventsLink } from './auth-events-link.ts';
import { onAuthEvent } from '../auth-events.ts';
import { onTabNews, type TabNews } from '../tabs.ts';
import type { AppRouter } from '../trpc.ts';

type Call = Parameters<OperationLink<AppRouter>>[0];

function call(path: string, isRefused = false): void {
  const op = { id: 1, type: 'mutation', path, input: {}, context: {}, signal: null } as Call['op']; // reason: what a caller would build
  const next: Call['next'] = () =>
    observable((observer) => {
      if (isRefused)
        return observer.error(TRPCClientError.from({ error: { code: -32_001, message: '', data: {} } } as never)); // reason: the wire's error shape, without what nobody reads
      observer.next({ result: { type: 'data', data: null } });
      observer.complete();
    });
  authEventsLink({})({ op, next }).subscribe({ error: () => undefined });
}

let heard: string[];
let stop: () => void;
beforeEach(() => {
  heard = [];
  stop = onAuthEvent((event, from) => heard.push(`${event} ${from}`));
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
])('%s is told as %s (spec §4 "Auth")', (path, event) => {
  call(path);
  expect(heard).toEqual([`${event} here`]);
});

it('what was refused, and what changes no session, is not told', () => {
  call('auth.signIn', true);
  call('profile.get');
  expect(heard).toEqual([]);
});

it('the other tabs hear it too, and this one hears them', async () => {
  const otherTab = new BroadcastChannel('tenfold');
  const told: TabNews[] = [];
  otherTab.addEventListener('message', ({ data }: MessageEvent<TabNews>) => told.push(data));
  // Another listener of this tab hears nothing twice.
  const stopNews = onTabNews((news) => told.push(news));
  call('auth.signOut');
  await expect.poll(() => told).toEqual([{ type: 'auth', event: 'SIGNED_OUT' }]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a channel has no target
  otherTab.postMessage({ type: 'auth', event: 'SIGNED_IN' });
  await expect.poll(() => heard).toEqual(['SIGNED_OUT here', 'SIGNED_IN another tab']);
  stopNews();
  otherTab.close();
});
