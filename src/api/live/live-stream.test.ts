import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DEAD_AFTER_MS,
  FOLLOWED_MAX,
  PING_EVERY_MS,
  type FollowedAnswer,
  type LiveEvent,
  type LiveStreamEvent,
} from '#contract/live.ts';
import { createLiveStream } from './live-stream.ts';
import type { StreamReader } from './open-live-stream.ts';

const text = (messageId: string, offset: number, words: string, attempt = 1): LiveEvent => ({
  messageId,
  type: 'text',
  attempt,
  offset,
  text: words,
});
const end = (messageId: string): LiveEvent => ({
  messageId,
  type: 'end',
  attempt: 1,
  status: 'complete',
  failure: null,
});

function aStream(answers: FollowedAnswer[] = [{ messageId: 'letter', attempt: 1, offset: 0 }]) {
  const streams: { asked: FollowedAnswer[]; reader: StreamReader; isOpen: boolean }[] = [];
  const is = { online: true };
  const seen = { events: [] as LiveStreamEvent[], troubles: 0 }; // reason: the list starts empty
  const live = createLiveStream({
    open: ({ answers: asked }, reader) => {
      const stream = { asked, reader, isOpen: true };
      streams.push(stream);
      return () => (stream.isOpen = false);
    },
    canOpen: () => is.online,
    onEvent: (event) => seen.events.push(event),
    onTrouble: () => (seen.troubles += 1),
  });
  const follow = (more: FollowedAnswer[], waitMs: number) => live.follow({ answers: more, bell: false }, waitMs);
  follow(answers, 0);
  vi.advanceTimersByTime(0);
  const last = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  };
  /** The positions that each stream was opened with. */
  const offsets = () => streams.map(({ asked }) => asked.map(({ offset }) => offset));
  return { ...live, follow, streams, last, offsets, is, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the stream of a browser', () => {
  it('starts from what its readers have, as after a reload', () => {
    const { offsets } = aStream([
      { messageId: 'letter', attempt: 1, offset: 5 },
      { messageId: 'plan', attempt: 1, offset: 0 },
    ]);
    expect(offsets()).toEqual([[5, 0]]);
  });

  it('closes when the last answer has ended', () => {
    const { last, streams, seen } = aStream([
      { messageId: 'letter', attempt: 1, offset: 0 },
      { messageId: 'plan', attempt: 1, offset: 0 },
    ]);
    last().reader.onEvent(end('letter'));
    expect(last().isOpen).toBe(true);
    last().reader.onEvent({ messageId: 'plan', type: 'refused', code: 'NOT_FOUND' });
    expect(last().isOpen).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect([streams.length, seen.troubles]).toEqual([1, 0]);
  });

  it('continues each answer from where it was after the connection breaks', () => {
    const { last, streams, offsets, seen } = aStream([
      { messageId: 'letter', attempt: 1, offset: 0 },
      { messageId: 'plan', attempt: 1, offset: 7 },
    ]);
    last().reader.onEvent(text('letter', 0, 'Half'));
    last().reader.onOver(null);
    vi.advanceTimersByTime(500);
    expect(offsets()).toEqual([
      [0, 7],
      [4, 7],
    ]);
    expect([streams[0]?.isOpen, seen.troubles]).toEqual([false, 1]);
  });

  it('starts again for a reader who is further back, once, and not for one who has as much', () => {
    const { last, follow, offsets } = aStream();
    last().reader.onEvent(text('letter', 0, 'Hello'));
    follow([{ messageId: 'letter', attempt: 1, offset: 5 }], 50);
    vi.advanceTimersByTime(1_000);
    expect(offsets()).toEqual([[0]]);
    follow([{ messageId: 'letter', attempt: 1, offset: 2 }], 50);
    follow([{ messageId: 'letter', attempt: 1, offset: 3 }], 50);
    last().reader.onEvent(text('letter', 5, ' from the old connection'));
    vi.advanceTimersByTime(50);
    expect(offsets()).toEqual([[0], [2]]);
  });

  it('starts again for a reader who has an earlier attempt, however much of it', () => {
    const { last, follow, streams } = aStream();
    last().reader.onEvent(text('letter', 0, 'Anew', 2));
    follow([{ messageId: 'letter', attempt: 2, offset: 4 }], 50);
    follow([{ messageId: 'letter', attempt: 1, offset: 90 }], 50);
    vi.advanceTimersByTime(50);
    expect(streams.map(({ asked }) => asked)).toEqual([
      [{ messageId: 'letter', attempt: 1, offset: 0 }],
      [{ messageId: 'letter', attempt: 1, offset: 90 }],
    ]);
  });

  it('waits longer each time, up to eight seconds', () => {
    const { last, streams } = aStream();
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const before = streams.length;
      last().reader.onOver(null);
      vi.advanceTimersByTime(pauseMs - 1);
      expect(streams).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(before + 1);
    }
  });

  it('tries every eight seconds while the person has too many streams open, and then streams like any other', () => {
    const { last, streams, seen } = aStream();
    for (const refusals of [1, 2, 3]) {
      last().reader.onOver('TOO_MANY_STREAMS');
      vi.advanceTimersByTime(7_999);
      expect([seen.troubles, streams.length]).toEqual([refusals, refusals]);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(refusals + 1);
    }
    last().reader.onEvent(text('letter', 0, 'Half'));
    last().reader.onOver(null);
    vi.advanceTimersByTime(500);
    expect(streams).toHaveLength(5);
  });

  it('reconnects immediately, from where it was, when the network changes', () => {
    const { last, resume, streams, offsets } = aStream();
    last().reader.onEvent(text('letter', 0, 'Half'));
    last().reader.onOver(null);
    resume(true);
    vi.advanceTimersByTime(0);
    expect(offsets()).toEqual([[0], [4]]);
    vi.advanceTimersByTime(1_000);
    resume(false);
    vi.advanceTimersByTime(0);
    expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  });

  it('leaves a recently active connection alone when the page is only shown again', () => {
    const { last, resume, streams } = aStream();
    last().reader.onEvent(text('letter', 0, 'Half'));
    resume(false);
    vi.advanceTimersByTime(0);
    expect(streams).toHaveLength(1);
  });

  it('is kept by the server’s pings, even if every other one is lost, and is not trusted after the last', () => {
    const { last, offsets, seen } = aStream();
    last().reader.onEvent(text('letter', 0, 'Half'));
    for (let pings = 0; pings < 5; pings += 1) {
      vi.advanceTimersByTime(2 * PING_EVERY_MS);
      last().reader.onAlive();
    }
    vi.advanceTimersByTime(DEAD_AFTER_MS - 1);
    expect(offsets()).toEqual([[0]]);
    vi.advanceTimersByTime(1);
    expect(offsets()).toEqual([[0], [4]]);
    expect(seen.troubles).toBe(0);
  });

  it('stays closed while offline', () => {
    const { last, streams, is, resume } = aStream();
    is.online = false;
    last().reader.onOver(null);
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    is.online = true;
    resume(true);
    vi.advanceTimersByTime(0);
    expect(streams).toHaveLength(2);
  });

  it('brings the answers asked for last when there are too many, and the next as soon as one has ended', () => {
    const many = Array.from({ length: FOLLOWED_MAX + 1 }, (_, index) => ({
      messageId: `answer ${index}`,
      attempt: 1,
      offset: 0,
    }));
    const { last, streams } = aStream(many);
    const ids = () => last().asked.map(({ messageId }) => messageId);
    expect([ids().length, ids().includes('answer 0')]).toEqual([FOLLOWED_MAX, false]);
    last().reader.onEvent(end('answer 5'));
    vi.advanceTimersByTime(0);
    expect([streams.length, ids().length, ids().includes('answer 0')]).toEqual([2, FOLLOWED_MAX, true]);
  });

  it('reports nothing more once it is closed', () => {
    const { last, seen, close, resume, streams } = aStream();
    const { reader } = last();
    close();
    resume(true);
    reader.onEvent(text('letter', 0, 'late'));
    reader.onOver(null);
    vi.advanceTimersByTime(60_000);
    expect([seen, streams.length]).toEqual([{ events: [], troubles: 0 }, 1]);
  });
});
