import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readUpload } from './read-upload.ts';

const LIMITS = { maxBytes: 10, idleMs: 1_000, totalMs: 3_000 };

/** A body that its sender writes piece by piece. */
function aBody() {
  let sender: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sender = controller) });
  return {
    body,
    send: (bytes: number) => sender.enqueue(new Uint8Array(bytes)),
    end: () => sender.close(),
    breakOff: () => sender.error(new Error('aborted')),
  };
}
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => (error as { code: string }).code, // reason: an AppError
  );

describe('an upload', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test('is read to its end', async () => {
    const { body, send, end } = aBody();
    const reading = readUpload(body, LIMITS);
    send(4);
    send(6);
    end();
    expect(await reading).toHaveLength(10);
    expect(await readUpload(null, LIMITS)).toHaveLength(0);
  });

  test('is refused as soon as there is too much, although more would come', async () => {
    const { body, send } = aBody();
    const reading = codeOf(readUpload(body, LIMITS));
    send(4);
    send(7);
    expect(await reading).toBe('FILE_TOO_LARGE');
    expect(body.locked).toBe(false);
  });

  test('is given up when nothing comes, when it only trickles, and when it breaks off', async () => {
    const silent = codeOf(readUpload(aBody().body, LIMITS));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await silent).toBe('UPLOAD_STALLED');
    const { body, send } = aBody();
    const trickling = codeOf(readUpload(body, LIMITS));
    for (let second = 0; second < 4; second += 1) {
      send(1);
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(await trickling).toBe('UPLOAD_STALLED');
    const broken = aBody();
    const reading = codeOf(readUpload(broken.body, LIMITS));
    broken.breakOff();
    expect(await reading).toBe('UPLOAD_STALLED');
  });

  test('leaves no timer behind, whether it was read or broke off', async () => {
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    const clearTimer = vi.spyOn(globalThis, 'clearTimeout');
    // Timers of other code in this process have other delays.
    const limits = { maxBytes: 10, idleMs: 1_234.5, totalMs: 5_432.1 };
    const whole = aBody();
    const read = readUpload(whole.body, limits);
    whole.send(4);
    whole.end();
    await read;
    const broken = aBody();
    const reading = codeOf(readUpload(broken.body, limits));
    broken.breakOff();
    await reading;
    const own = setTimer.mock.results.filter((_, call) =>
      [limits.idleMs, limits.totalMs].includes(setTimer.mock.calls[call]?.[1] ?? 0),
    );
    expect(own).toHaveLength(5);
    for (const { value } of own) expect(clearTimer).toHaveBeenCalledWith(value);
  });
});
