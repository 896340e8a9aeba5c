import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ResumeCause } from '#src/api/on-resume.ts';
import { applyAnswerEvent, type AnswerState } from './answer-events.ts';
import { followAnswer } from './follow-answer.ts';

type Reader = Parameters<Parameters<typeof followAnswer>[0]['subscribe']>[1];

function aReader(content = '') {
  const streams: { offset: number; reader: Reader; isOpen: boolean }[] = [];
  const is = { online: true };
  let notify: (cause: ResumeCause) => void = () => undefined;
  const seen = { answer: { content, status: 'streaming', failure: null } as AnswerState, ends: 0, troubles: 0 }; // reason: widens the literal's status
  const stop = followAnswer({
    subscribe: (offset, reader) => {
      const stream = { offset, reader, isOpen: true };
      streams.push(stream);
      return { unsubscribe: () => (stream.isOpen = false) };
    },
    length: () => seen.answer.content.length,
    apply: (event) => {
      const next = applyAnswerEvent(seen.answer, event);
      if (next === 'gap') return false;
      seen.answer = next;
      return true;
    },
    onEnd: () => (seen.ends += 1),
    onTrouble: () => (seen.troubles += 1),
    canOpen: () => is.online,
    onResume: (listener) => {
      notify = listener;
      return () => {
        notify = () => undefined;
      };
    },
  });
  const last = () => {
    const stream = streams.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  };
  const resume = (how: ResumeCause) => {
    notify(how);
    vi.advanceTimersByTime(0);
  };
  return { streams, seen, is, stop, last, resume };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('following an answer', () => {
  it('starts from what is there already, as after a reload', () => {
    const { last, seen } = aReader('Hello');
    expect(last().offset).toBe(5);
    last().reader.onData({ type: 'text', offset: 5, text: ', Maya' });
    expect(seen.answer.content).toBe('Hello, Maya');
  });

  it('closes and reports the end once', () => {
    const { last, seen, streams } = aReader();
    last().reader.onData({ type: 'end', status: 'complete', failure: null });
    last().reader.onComplete();
    vi.advanceTimersByTime(60_000);
    expect(seen).toMatchObject({ ends: 1, troubles: 0 });
    expect(streams).toHaveLength(1);
    expect(last().isOpen).toBe(false);
  });

  it('continues where it was after the connection breaks', () => {
    const { last, streams, seen } = aReader();
    last().reader.onData({ type: 'text', offset: 0, text: 'Half' });
    last().reader.onError();
    vi.advanceTimersByTime(500);
    expect(streams.map((stream) => stream.offset)).toEqual([0, 4]);
    expect(streams[0]?.isOpen).toBe(false);
    expect(seen.troubles).toBe(1);
  });

  it('asks again for what is missing instead of joining across a gap', () => {
    const { last, seen, streams } = aReader('Hel');
    last().reader.onData({ type: 'text', offset: 9, text: 'later' });
    expect(seen.answer.content).toBe('Hel');
    vi.advanceTimersByTime(500);
    expect(streams.at(-1)?.offset).toBe(3);
  });

  it('treats a stream that stops without an end as broken', () => {
    const { last, streams } = aReader();
    last().reader.onComplete();
    vi.advanceTimersByTime(500);
    expect(streams).toHaveLength(2);
  });

  it('waits longer each time, up to eight seconds', () => {
    const { last, streams } = aReader();
    for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const before = streams.length;
      last().reader.onError();
      vi.advanceTimersByTime(pauseMs - 1);
      expect(streams).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(before + 1);
    }
  });

  it('reads what is there and asks only every eight seconds while the person has too many streams open', () => {
    const { last, streams, seen } = aReader();
    for (const refusals of [1, 2, 3]) {
      last().reader.onFull();
      vi.advanceTimersByTime(7_999);
      expect([seen.troubles, streams.length]).toEqual([refusals, refusals]);
      vi.advanceTimersByTime(1);
      expect(streams).toHaveLength(refusals + 1);
    }
    // Once there is room, it is followed as any other.
    last().reader.onData({ type: 'text', offset: 0, text: 'Half' });
    last().reader.onError();
    vi.advanceTimersByTime(500);
    expect(streams).toHaveLength(5);
  });

  it('opens at once, from where it is, when the page is shown again or the network changes', () => {
    const { last, streams, resume } = aReader();
    last().reader.onData({ type: 'text', offset: 0, text: 'Half' });
    last().reader.onError();
    resume('reconnected');
    expect(streams.map((stream) => stream.offset)).toEqual([0, 4]);
    vi.advanceTimersByTime(1_000);
    resume('visible');
    expect(streams.map(({ offset, isOpen }) => [offset, isOpen])).toEqual([
      [0, false],
      [4, false],
      [4, true],
    ]);
  });

  it('leaves a stream alone that brought words a moment ago, when the page is only looked at', () => {
    const { last, streams, resume } = aReader();
    last().reader.onData({ type: 'text', offset: 0, text: 'Half' });
    resume('visible');
    expect(streams).toHaveLength(1);
    resume('reconnected');
    expect(streams).toHaveLength(2);
  });

  it('does not trust a stream that is quiet for long', () => {
    const { last, streams, seen } = aReader();
    vi.advanceTimersByTime(9_000);
    last().reader.onData({ type: 'text', offset: 0, text: 'Half' });
    vi.advanceTimersByTime(9_999);
    expect(streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(streams.map((stream) => stream.offset)).toEqual([0, 4]);
    expect(seen.troubles).toBe(0);
  });

  it('opens nothing without a connection, and at once when it is back', () => {
    const { last, streams, is, resume } = aReader();
    is.online = false;
    last().reader.onError();
    vi.advanceTimersByTime(60_000);
    expect(streams).toHaveLength(1);
    is.online = true;
    resume('reconnected');
    expect(streams).toHaveLength(2);
  });

  it('says nothing more once it was stopped', () => {
    const { last, seen, stop, streams, resume } = aReader();
    const { reader } = last();
    stop();
    resume('reconnected');
    reader.onData({ type: 'text', offset: 0, text: 'late' });
    reader.onError();
    vi.advanceTimersByTime(60_000);
    expect(seen).toMatchObject({ ends: 0, troubles: 0, answer: { content: '' } });
    expect(streams).toHaveLength(1);
  });
});
