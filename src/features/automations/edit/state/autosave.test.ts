import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave } from './autosave.ts';

const OFFLINE = new Error('offline');
const CONFLICT = new Error('conflict');
const REFUSED = new Error('refused');

/** A server that answers when the test says so. */
function aServer() {
  const calls: { draft: string; revision: number; answer: (error?: Error) => Promise<void> }[] = [];
  const save = (draft: string, revision: number) =>
    new Promise<number>((resolve, reject) => {
      calls.push({
        draft,
        revision,
        answer: async (error) => {
          if (error) reject(error);
          else resolve(revision + 1);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    });
  const failureOf = (error: unknown) => {
    const state =
      error === OFFLINE ? ('offline' as const) : error === CONFLICT ? ('conflict' as const) : ('refused' as const);
    return { state, sentence: 'Why.' };
  };
  return {
    calls,
    autosave: createAutosave({ saved: 'a', revision: 1, save, failureOf, delayMs: 500, retryMs: 5_000 }),
  };
}

describe('saving while an automation is edited', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits for a pause, and then saves the newest', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    await vi.advanceTimersByTimeAsync(300);
    autosave.want('c');
    expect([autosave.state(), calls.length]).toEqual(['unsaved', 0]);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.map(({ draft }) => draft)).toEqual(['c']);
    await calls[0]?.answer();
    expect([autosave.state(), autosave.revision()]).toEqual(['saved', 2]);
  });

  it('sends one request at a time, each with the revision of the one before', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    await vi.advanceTimersByTimeAsync(500);
    autosave.want('c');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls).toHaveLength(1);
    await calls[0]?.answer();
    expect(calls[1]).toMatchObject({ draft: 'c', revision: 2 });
  });

  it('keeps trying while there is no connection', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    await vi.advanceTimersByTimeAsync(500);
    await calls[0]?.answer(OFFLINE);
    expect(autosave.state()).toBe('offline');
    await vi.advanceTimersByTimeAsync(5_000);
    await calls[1]?.answer();
    expect(autosave.state()).toBe('saved');
  });

  it('overwrites nothing that was changed somewhere else until its owner decides', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    await vi.advanceTimersByTimeAsync(500);
    await calls[0]?.answer(CONFLICT);
    autosave.want('c');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([autosave.state(), calls.length, await autosave.flush()]).toEqual(['conflict', 1, false]);
    autosave.resumeFrom(7);
    expect(calls[1]).toMatchObject({ draft: 'c', revision: 7 });
    await calls[1]?.answer();
    expect(autosave.state()).toBe('saved');
  });

  it('says why something was refused, and tries the next change', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    await vi.advanceTimersByTimeAsync(500);
    await calls[0]?.answer(REFUSED);
    expect([autosave.state(), autosave.sentence()]).toEqual(['refused', 'Why.']);
    autosave.want('c');
    await vi.advanceTimersByTimeAsync(500);
    expect(calls[1]?.draft).toBe('c');
  });

  it('saves at once before something that needs it', async () => {
    const { calls, autosave } = aServer();
    autosave.want('b');
    const done = autosave.flush();
    await calls[0]?.answer();
    expect(await done).toBe(true);
    autosave.want('a2');
    autosave.want('b');
    expect(autosave.state(), 'nothing left to save').toBe('saved');
  });
});
