import { TRPCClientError, type OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reauthenticationGate } from './reauthentication-gate.ts';
import { reauthenticationLink } from './reauthentication-link.ts';
import type { AppRouter } from '../trpc.ts';

type Call = Parameters<OperationLink<AppRouter>>[0];

/** Sends calls through the link to a server that refuses the first `refusals` calls with a code. */
function call(refusals: number, appCode = 'REAUTHENTICATION_NEEDED', path = 'account.setPassword') {
  const seen = { inputs: [] as unknown[], result: undefined as unknown }; // reason: widens the literals
  const input = { password: 'a new one' };
  const op = { id: 1, type: 'mutation', path, input, context: {}, signal: null } as Call['op']; // reason: what a caller would build
  const next: Call['next'] = (made) =>
    observable((observer) => {
      seen.inputs.push(made.input);
      if (seen.inputs.length > refusals) {
        observer.next({ result: { type: 'data', data: 'done' } });
        return observer.complete();
      }
      observer.error(TRPCClientError.from({ error: { code: -32_003, message: '', data: { appCode } } } as never)); // reason: the wire's error shape, without the fields that nothing reads
    });
  reauthenticationLink({})({ op, next }).subscribe({
    next: ({ result }) => (seen.result = 'data' in result ? result.data : null),
    error: ({ data }) => (seen.result = data?.appCode),
  });
  return seen;
}

let stopWatching: () => void;
beforeEach(() => void (stopWatching = reauthenticationGate.watch()));
afterEach(() => {
  reauthenticationGate.settle(false);
  stopWatching();
});

describe('a sensitive change without a recent authentication', () => {
  it('waits for the re-authentication and is then repeated once, unchanged', async () => {
    const seen = call(1);
    expect(reauthenticationGate.isAsking()).toBe(true);
    expect(seen.result).toBeUndefined();
    reauthenticationGate.settle(true);
    await expect.poll(() => seen.result).toBe('done');
    expect(seen.inputs).toEqual([{ password: 'a new one' }, { password: 'a new one' }]);
    expect(reauthenticationGate.isAsking()).toBe(false);
  });

  it('is refused when the person cancels', async () => {
    const seen = call(1);
    reauthenticationGate.settle(false);
    await expect.poll(() => seen.result).toBe('REAUTHENTICATION_NEEDED');
    expect(seen.inputs).toHaveLength(1);
  });

  it('is refused when the re-authentication did not help', async () => {
    const seen = call(2);
    reauthenticationGate.settle(true);
    await expect.poll(() => seen.result).toBe('REAUTHENTICATION_NEEDED');
  });

  it('asks once for two changes', async () => {
    const both = [call(1), call(1)];
    reauthenticationGate.settle(true);
    await expect.poll(() => both.map(({ result }) => result)).toEqual(['done', 'done']);
  });

  it('does not ask about any other error', () => {
    expect(call(1, 'SAME_PASSWORD').result).toBe('SAME_PASSWORD');
    expect(reauthenticationGate.isAsking()).toBe(false);
  });

  it('does not ask before a call that re-authenticates', () => {
    expect(call(1, 'REAUTHENTICATION_NEEDED', 'auth.reauthentication.password').result).toBe('REAUTHENTICATION_NEEDED');
    expect(reauthenticationGate.isAsking()).toBe(false);
  });

  it('is refused when no dialog can ask', async () => {
    stopWatching();
    const seen = call(1);
    await expect.poll(() => seen.result).toBe('REAUTHENTICATION_NEEDED');
  });
});
