import { TRPCClientError, type OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_OWN_QUEUE } from '../own-queue.ts';
import { sessionLink } from './session-link.ts';
import { signedIn } from '../signed-in.ts';
import type { AppRouter } from '../trpc.ts';

const maya = { id: 'u1', email: 'maya@example.com' };
type Call = Parameters<OperationLink<AppRouter>>[0];

type Options = { path?: string; context?: object; appCode?: string };

/** Sends calls through the link to a server that refuses the first `refusals` calls for lack of a session. */
function call(refusals: number, { path = 'chat.stop', context = {}, appCode = 'UNAUTHENTICATED' }: Options = {}) {
  const seen = { inputs: [] as unknown[], result: undefined as unknown }; // reason: widens the literals
  const op = { id: 1, type: 'mutation', path, input: { messageId: 'm1' }, context, signal: null } as Call['op']; // reason: what a caller would build
  const next: Call['next'] = ({ input }) =>
    observable((observer) => {
      seen.inputs.push(input);
      if (seen.inputs.length > refusals) {
        observer.next({ result: { type: 'data', data: 'done' } });
        return observer.complete();
      }
      const error = { code: -32_001, message: '', data: { appCode } };
      observer.error(TRPCClientError.from({ error } as never)); // reason: the wire's error shape, without the fields that nothing reads
    });
  sessionLink({})({ op, next }).subscribe({
    next: ({ result }) => (seen.result = 'data' in result ? result.data : null),
    error: () => (seen.result = 'refused'),
  });
  return seen;
}

let stopWatching: () => void;
beforeEach(() => {
  stopWatching = signedIn.watch();
  signedIn.arrive(maya);
});
afterEach(() => {
  stopWatching();
  signedIn.leave();
});

describe('a call without a session', () => {
  it('waits until the person has signed in again, and is then repeated once, unchanged', async () => {
    const seen = call(1);
    expect(signedIn.state().isExpired).toBe(true);
    expect(seen.result).toBeUndefined();
    signedIn.arrive(maya);
    await Promise.resolve();
    await expect.poll(() => seen.result).toBe('done');
    expect(seen.inputs).toEqual([{ messageId: 'm1' }, { messageId: 'm1' }]);
  });

  it('is refused when the new session does not help', async () => {
    const seen = call(2);
    signedIn.arrive(maya);
    await expect.poll(() => seen.result).toBe('refused');
  });

  it.each([
    ['signing out', { path: 'auth.signOut' }],
    ['signing in with a passkey', { path: 'auth.passkeys.signIn' }],
    ['leaving for a sign-in service', { path: 'auth.oauth.start' }],
    ['a call with its own queue', { context: HAS_OWN_QUEUE }],
  ])('does not wait: %s', (_name, options) => {
    expect(call(1, options).result).toBe('refused');
  });

  it.each(['auth.passkeys.addOptions', 'auth.factors.list', 'account.get'])('waits if it is %s', (path) => {
    call(1, { path });
    expect(signedIn.state().isExpired).toBe(true);
  });

  it('also waits for the second factor when the session needs it by then', async () => {
    const seen = call(1, { appCode: 'SECOND_FACTOR_NEEDED' });
    expect(signedIn.state().missingStep).toBe('code');
    signedIn.arrive(maya);
    await expect.poll(() => seen.result).toBe('done');
  });

  it('does not wait for any other error', () => {
    expect(call(1, { appCode: 'NOT_FOUND' }).result).toBe('refused');
    expect(signedIn.state().isExpired).toBe(false);
  });

  it('is refused when no dialog can ask', () => {
    stopWatching();
    expect(call(1).result).toBe('refused');
    expect(signedIn.state().isExpired).toBe(false);
  });
});
