import { describe, expect, it } from 'vitest';
import { createInFlightTracker } from './in-flight.ts';

describe('work in progress', () => {
  it('is awaited, including work that starts in the meantime or fails', async () => {
    const inFlight = createInFlightTracker();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const begin = async () => {
      await first.promise;
      done.push('first');
      void inFlight.track(second.promise.then(() => done.push('second')));
    };
    void inFlight.track(begin());
    inFlight.track(Promise.reject(new Error('no'))).catch(() => done.push('failed'));
    const idle = inFlight.idle().then(() => done.push('idle'));
    first.resolve();
    await first.promise;
    second.resolve();
    await idle;
    expect(done.at(-1)).toBe('idle');
    expect(done.toSorted()).toEqual(['failed', 'first', 'idle', 'second']);
  });

  it('returns its result to the caller', async () => {
    await expect(createInFlightTracker().track(Promise.resolve(7))).resolves.toBe(7);
  });
});
