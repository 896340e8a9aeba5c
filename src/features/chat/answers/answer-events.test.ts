import { describe, expect, it } from 'vitest';
import { applyAnswerEvent, applyToMessage, type AnswerState } from './answer-events.ts';

const anAnswer = (content = ''): AnswerState & { id: string } => ({
  id: 'a',
  content,
  status: 'streaming',
  failure: null,
});

describe('an answer on its way', () => {
  it('grows by the pieces that follow what is there', () => {
    const first = applyAnswerEvent(anAnswer(), { type: 'text', offset: 0, text: 'Hello' });
    expect(first).toMatchObject({ content: 'Hello', status: 'streaming' });
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', offset: 5, text: ', Maya' })).toMatchObject({
      content: 'Hello, Maya',
    });
  });

  it('ignores a piece it has already', () => {
    const answer = anAnswer('Hello');
    expect(applyAnswerEvent(answer, { type: 'text', offset: 0, text: 'Hello' })).toBe(answer);
    expect(applyAnswerEvent(answer, { type: 'text', offset: 1, text: 'ell' })).toBe(answer);
  });

  it('takes only the new end of a piece that overlaps', () => {
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', offset: 3, text: 'lo, Maya' })).toMatchObject({
      content: 'Hello, Maya',
    });
  });

  it('counts offsets in UTF-16 units, as the server does', () => {
    expect(applyAnswerEvent(anAnswer('👋'), { type: 'text', offset: 2, text: ' hi' })).toMatchObject({
      content: '👋 hi',
    });
  });

  it('reports a gap instead of joining text that does not belong together', () => {
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', offset: 6, text: 'x' })).toBe('gap');
  });

  it('keeps its text and takes the outcome when it ends', () => {
    expect(applyAnswerEvent(anAnswer('Hel'), { type: 'end', status: 'stopped', failure: null })).toMatchObject({
      content: 'Hel',
      status: 'stopped',
    });
    expect(applyAnswerEvent(anAnswer(), { type: 'end', status: 'failed', failure: 'timeout' })).toMatchObject({
      status: 'failed',
      failure: 'timeout',
    });
  });

  it('changes nothing when the same end is heard twice', () => {
    const ended: AnswerState = { content: 'Hi', status: 'complete', failure: null };
    expect(applyAnswerEvent(ended, { type: 'end', status: 'complete', failure: null })).toBe(ended);
  });
});

describe('a list of messages', () => {
  it('changes only the answer that the event is about', () => {
    const other = { ...anAnswer('Old'), id: 'b' };
    const next = applyToMessage([other, anAnswer()], 'a', { type: 'text', offset: 0, text: 'New' });
    expect(next).toEqual([other, { ...anAnswer('New') }]);
    expect(next[0]).toBe(other);
  });

  it('stays the same list for an answer that is not in it', () => {
    const messages = [anAnswer()];
    expect(applyToMessage(messages, 'elsewhere', { type: 'text', offset: 0, text: 'x' })).toBe(messages);
  });
});
