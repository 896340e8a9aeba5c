import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { downloadStream } from './download-stream.ts';

async function* pieces(count: number, breaksAt = Infinity) {
  for (let index = 0; index < count; index += 1) {
    if (index === breaksAt) throw new Error('the database is gone');
    yield new Uint8Array([index]);
  }
}

function download(bytes = pieces(3)) {
  const onEnd = vi.fn();
  const onFailure = vi.fn();
  const reader = downloadStream(bytes, { idleMs: 1_000, totalMs: 5_000, onEnd, onFailure }).getReader();
  return { reader, onEnd, onFailure };
}

describe('a download', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('ends once when it is read completely', async () => {
    const { reader, onEnd, onFailure } = download();
    for (let index = 0; index < 3; index += 1) expect((await reader.read()).value).toEqual(new Uint8Array([index]));
    expect(onEnd).not.toHaveBeenCalled();
    expect((await reader.read()).done).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(onFailure).not.toHaveBeenCalled();
  });

  test('ends when its reader disconnects, before the first piece or later', async () => {
    for (const read of [0, 1]) {
      const { reader, onEnd, onFailure } = download();
      for (let index = 0; index < read; index += 1) await reader.read();
      await reader.cancel();
      expect(onEnd).toHaveBeenCalledTimes(1);
      expect(onFailure).not.toHaveBeenCalled();
    }
  });

  test.each([0, 1])('is aborted when its reader stalls after %s pieces', async (read) => {
    const { reader, onEnd, onFailure } = download();
    for (let index = 0; index < read; index += 1) await reader.read();
    await vi.advanceTimersByTimeAsync(999);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(onFailure).toHaveBeenCalledTimes(1);
    await expect(reader.read()).rejects.toThrow('not read in time');
  });

  test('is aborted by a real clock, too, when its reader stalls after a piece', async () => {
    vi.useRealTimers();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const options = { idleMs: 20, totalMs: 60_000, onEnd: () => undefined, onFailure: resolve };
    await downloadStream(pieces(3), options).getReader().read();
    expect(await promise).toMatchObject({ message: 'the download was not read in time' });
  });

  test('is aborted when its reader only trickles', async () => {
    const { reader, onEnd } = download(pieces(100));
    for (let second = 0; second < 5; second += 1) {
      await reader.read();
      await vi.advanceTimersByTimeAsync(999);
    }
    expect(onEnd).not.toHaveBeenCalled();
    await reader.read();
    await vi.advanceTimersByTimeAsync(10);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('that fails ends, and says why', async () => {
    const { reader, onEnd, onFailure } = download(pieces(3, 1));
    await reader.read();
    await expect(reader.read()).rejects.toThrow('the database is gone');
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ message: 'the database is gone' }));
  });
});
