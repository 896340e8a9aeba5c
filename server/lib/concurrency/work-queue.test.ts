import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

const LIMITS = { concurrency: 2, maxWaiting: 3, maxWaitMs: 1_000, maxPerKey: 3, keyIsFull: 'EXPORT_RUNNING' } as const;
const NEWEST = { concurrency: 2, maxWaiting: 3, maxWaitMs: 1_000, isReplaced: 'SEARCH_REPLACED' } as const;

/** Work that runs until the test ends it. */
function bench(
  limits: Partial<Parameters<typeof createWorkQueue>[0]> = {},
  base: typeof LIMITS | typeof NEWEST = LIMITS,
) {
  const queue = createWorkQueue({ ...base, ...limits });
  const running = new Map<string, () => void>();
  const refused: string[] = [];
  let most = 0;
  async function ask(name: string, key = name, signal?: AbortSignal): Promise<void> {
    try {
      const end = await queue.enter(key, signal);
      running.set(name, () => {
        running.delete(name);
        end();
      });
      most = Math.max(most, running.size);
    } catch (error) {
      refused.push(`${name}: ${String(error)}`);
    }
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const end = async (name: string) => {
    running.get(name)?.();
    await settle();
  };
  return { ask, end, settle, names: () => [...running.keys()], refused, most: () => most };
}

describe('expensive work', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('runs a few at a time, and the next one starts as soon as one is done', async () => {
    const { ask, end, settle, names, most } = bench();
    for (const name of ['a', 'b', 'c', 'd']) void ask(name);
    await settle();
    expect(names()).toEqual(['a', 'b']);
    await end('a');
    expect(names()).toEqual(['b', 'c']);
    for (const name of ['b', 'c', 'd']) await end(name);
    void ask('e');
    await settle();
    expect(names()).toEqual(['e']);
    expect(most()).toBe(2);
  });

  test('is refused when the queue is full, and accepted again once there is room', async () => {
    const { ask, end, settle, names, refused } = bench({ concurrency: 1 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) void ask(name);
    await settle();
    expect(refused).toEqual([expect.stringContaining('e: AppError: SERVER_BUSY')]);
    await end('a');
    void ask('f');
    await settle();
    expect(refused).toHaveLength(1);
    for (const name of ['b', 'c', 'd']) await end(name);
    expect(names()).toEqual(['f']);
  });

  test('is refused when it has waited too long, and then never runs', async () => {
    const { ask, end, names, refused } = bench({ concurrency: 1 });
    void ask('a');
    void ask('b');
    await vi.advanceTimersByTimeAsync(500);
    void ask('c');
    await vi.advanceTimersByTimeAsync(500);
    expect(refused).toEqual([expect.stringContaining('b: AppError: SERVER_BUSY')]);
    await end('a');
    expect(names()).toEqual(['c']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(names()).toEqual(['c']);
  });

  test('leaves the queue when its caller leaves', async () => {
    const { ask, end, settle, names } = bench({ concurrency: 1, maxPerKey: 1 });
    const gone = new AbortController();
    void ask('a');
    void ask('b', 'b', gone.signal);
    await settle();
    gone.abort();
    await settle();
    void ask('b again', 'b');
    await end('a');
    expect(names()).toEqual(['b again']);
  });

  test('of a caller who left before its turn never runs', async () => {
    const { ask, end, settle, names } = bench({ concurrency: 1 });
    void ask('a');
    void ask('b', 'b', AbortSignal.abort());
    await settle();
    await end('a');
    expect(names()).toEqual([]);
  });

  test('has a limit per key, running and waiting together, with an error code of its own', async () => {
    const { ask, end, settle, refused } = bench({ concurrency: 1, maxPerKey: 2 });
    for (const name of ['a1', 'a2', 'a3']) void ask(name, 'a');
    void ask('b1', 'b');
    await settle();
    expect(refused).toEqual([expect.stringContaining('a3: AppError: EXPORT_RUNNING')]);
    await end('a1');
    void ask('a4', 'a');
    await settle();
    expect(refused).toHaveLength(1);
  });

  test('takes turns between keys: no key gets two turns in a row while another one waits', async () => {
    const { ask, end, settle, names } = bench({ concurrency: 1, maxWaiting: 10, maxPerKey: 10 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'a');
    void ask('b1', 'b');
    await settle();
    const order: string[] = [];
    for (let done = 0; done < 5; done += 1) {
      order.push(...names());
      await end(names()[0] ?? '');
    }
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  });

  test('ends once, however often its end is reported', async () => {
    const queue = createWorkQueue({ ...LIMITS, concurrency: 1 });
    const end = await queue.enter('a');
    end();
    end();
    const endOther = await queue.enter('b');
    const started = vi.fn();
    const waiting = queue.enter('c').finally(started);
    await vi.advanceTimersByTimeAsync(0);
    expect(started).not.toHaveBeenCalled();
    endOther();
    await waiting;
  });

  test('that fails frees its slot for the next', async () => {
    const queue = createWorkQueue({ ...LIMITS, concurrency: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', async () => 'done')).toBe('done');
  });

  describe('with replacement', () => {
    test('a key whose newest job replaces the others runs one at a time, even while there is room', async () => {
      const { ask, end, settle, names } = bench({}, NEWEST);
      for (const name of ['a1', 'a2']) void ask(name, 'a');
      void ask('b1', 'b');
      await settle();
      expect(names()).toEqual(['a1', 'b1']);
      await end('b1');
      expect(names()).toEqual(['a1']);
      await end('a1');
      expect(names()).toEqual(['a2']);
    });

    test('a key’s newest job replaces the one that waits, which fails with an error code of its own', async () => {
      const { ask, end, settle, names, refused } = bench({}, NEWEST);
      for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'a');
      await settle();
      expect(refused).toEqual(
        ['a2', 'a3'].map((name) => expect.stringContaining(`${name}: AppError: SEARCH_REPLACED`)),
      );
      await end('a1');
      expect(names()).toEqual(['a4']);
    });

    test('the newest job takes over the place of the one it replaces', async () => {
      const { ask, end, settle, names } = bench({ concurrency: 1 }, NEWEST);
      void ask('a1', 'a');
      void ask('b1', 'b');
      void ask('c1', 'c');
      void ask('b2', 'b');
      await settle();
      const order: string[] = [];
      for (let done = 0; done < 3; done += 1) {
        order.push(...names());
        await end(names()[0] ?? '');
      }
      expect(order).toEqual(['a1', 'b2', 'c1']);
    });

    test('no key gets two turns in a row while another one waits, however early its newest job came', async () => {
      const { ask, end, settle, names } = bench({ concurrency: 1 }, NEWEST);
      void ask('a1', 'a');
      void ask('a2', 'a');
      void ask('b1', 'b');
      await settle();
      await end('a1');
      expect(names()).toEqual(['b1']);
      void ask('a3', 'a');
      await end('b1');
      expect(names()).toEqual(['a3']);
    });

    test('a key’s job is refused when too many other keys wait, and accepted once there is room', async () => {
      const { ask, end, settle, names, refused } = bench({ concurrency: 1, maxWaiting: 1 }, NEWEST);
      for (const name of ['a', 'b', 'c']) void ask(name);
      await settle();
      expect(refused).toEqual([expect.stringContaining('c: AppError: SERVER_BUSY')]);
      await end('a');
      void ask('c');
      await end('b');
      expect(names()).toEqual(['c']);
    });
  });
});
