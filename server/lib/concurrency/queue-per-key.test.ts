import { expect, it, vi } from 'vitest';
import { createQueuePerKey } from './queue-per-key.ts';

const LIMITS = { concurrency: 2, maxWaiting: 1, maxWaitMs: 60_000 };

it('a key with too much work waits its turn, and other keys are unaffected', async () => {
  const queues = createQueuePerKey(LIMITS);
  const hold = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await hold.promise;
    return name;
  };
  const mayas = ['first', 'second', 'third'].map((name) => queues.run('maya', work(name)));
  await expect(queues.run('maya', work('fourth'))).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  const other = queues.run('other', work('of someone else'));
  await Promise.resolve();
  expect(begun).toEqual(['first', 'second', 'of someone else']);
  hold.resolve();
  expect(await Promise.all([...mayas, other])).toEqual(['first', 'second', 'third', 'of someone else']);
});

it('work that has waited too long is refused, and the next one still gets its turn', async () => {
  vi.useFakeTimers();
  const queues = createQueuePerKey({ ...LIMITS, concurrency: 1 });
  const hold = Promise.withResolvers<void>();
  const first = queues.run('maya', () => hold.promise);
  const late = queues.run('maya', async () => 'late').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await late).toMatchObject({ code: 'SERVER_BUSY' });
  const next = queues.run('maya', async () => 'next');
  hold.resolve();
  await first;
  expect(await next).toBe('next');
  vi.useRealTimers();
});

it('a key that keeps on asking gets a steady rate after its burst, and has a whole burst again after a pause', async () => {
  vi.useFakeTimers();
  const queues = createQueuePerKey({ ...LIMITS, maxWaiting: 100, rate: { burst: 10, perSecond: 20 } });
  let begun = 0;
  const ask = (key: string, times: number) =>
    Array.from({ length: times }, () => queues.run(key, async () => (begun += 1)));
  const first = ask('maya', 40);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toBe(10);
  await Promise.all(ask('other', 10));
  expect(begun).toBe(20);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(40);
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(first);
  await vi.advanceTimersByTimeAsync(500);
  begun = 0;
  await Promise.all(ask('maya', 10));
  expect(begun).toBe(10);
  vi.useRealTimers();
});
