import { TRPCClientError, type OperationLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofGate } from './reauthentication-gate.ts';
import { proofLink } from './reauthentication-link.ts';
import type { AppRouter } from '../trpc.ts';

type Call = Parameters<OperationLink<AppRouter>>[0];

/** Calls through the link a server that refuses the first `refusals` calls with a code. */
function call(refusals: number, appCode = 'PROOF_NEEDED', path = 'account.setPassword') {
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
      observer.error(TRPCClientError.from({ error: { code: -32_003, message: '', data: { appCode } } } as never)); // reason: the wire's error shape, without what nobody reads
    });
  proofLink({})({ op, next }).subscribe({
    next: ({ result }) => (seen.result = 'data' in result ? result.data : null),
    error: ({ data }) => (seen.result = data?.appCode),
  });
  return seen;
}

let stopWatching: () => void;
beforeEach(() => void (stopWatching = proofGate.watch()));
afterEach(() => {
  proofGate.settle(false);
  stopWatching();
});

describe('a sensitive change without a fresh proof', () => {
  it('waits for the proof and is then made once more, as it was', async () => {
    const seen = call(1);
    expect(proofGate.isAsking()).toBe(true);
    expect(seen.result).toBeUndefined();
    proofGate.settle(true);
    await expect.poll(() => seen.result).toBe('done');
    expect(seen.inputs).toEqual([{ password: 'a new one' }, { password: 'a new one' }]);
    expect(proofGate.isAsking()).toBe(false);
  });

  it('is refused as before when the person cancels', async () => {
    const seen = call(1);
    proofGate.settle(false);
    await expect.poll(() => seen.result).toBe('PROOF_NEEDED');
    expect(seen.inputs).toHaveLength(1);
  });

  it('is refused when the proof did not help', async () => {
    const seen = call(2);
    proofGate.settle(true);
    await expect.poll(() => seen.result).toBe('PROOF_NEEDED');
  });

  it('asks once for two changes', async () => {
    const both = [call(1), call(1)];
    proofGate.settle(true);
    await expect.poll(() => both.map(({ result }) => result)).toEqual(['done', 'done']);
  });

  it('does not ask for anything else that is wrong', () => {
    expect(call(1, 'SAME_PASSWORD').result).toBe('SAME_PASSWORD');
    expect(proofGate.isAsking()).toBe(false);
  });

  it('does not ask for a proof of the proof', () => {
    expect(call(1, 'PROOF_NEEDED', 'auth.proof.password').result).toBe('PROOF_NEEDED');
    expect(proofGate.isAsking()).toBe(false);
  });

  it('is refused where nobody can be asked', async () => {
    stopWatching();
    const seen = call(1);
    await expect.poll(() => seen.result).toBe('PROOF_NEEDED');
  });
});
