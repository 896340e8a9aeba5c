import { describe, expect, it } from 'vitest';
import { createUnderWay } from './under-way.ts';

describe('work under way', () => {
  it('is waited for, also what was begun meanwhile, and one that fails', async () => {
    const underWay = createUnderWay();
    const done: string[] = [];
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const begin = async () => {
      await first.promise;
      done.push('first');
      void underWay.track(second.promise.then(() => done.push('second')));
    };
    void underWay.track(begin());
    underWay.track(Promise.reject(new Error('no'))).catch(() => done.push('failed'));
    const idle = underWay.idle().then(() => done.push('idle'));
    first.resolve();
    await first.promise;
    second.resolve();
    await idle;
    expect(done.at(-1)).toBe('idle');
    expect(done.toSorted()).toEqual(['failed', 'first', 'idle', 'second']);
  });

  it('gives its result to who began it', async () => {
    await expect(createUnderWay().track(Promise.resolve(7))).resolves.toBe(7);
  });
});
