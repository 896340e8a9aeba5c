import { describe, expect, it } from 'vitest';
import { applyAnswerEvent, applyToMessage, type AnswerState } from './answer-events.ts';

const anAnswer = (content = ''): AnswerState & { id: string } => ({
  id: 'a',
  attempt: 1,
  content,
  status: 'streaming',
  failure: null,
});

describe('a streaming answer', () => {
  it('grows by the pieces that continue it', () => {
    const first = applyAnswerEvent(anAnswer(), { type: 'text', attempt: 1, offset: 0, text: 'Hello' });
    expect(first).toMatchObject({ content: 'Hello', status: 'streaming' });
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', attempt: 1, offset: 5, text: ', Maya' })).toMatchObject({
      content: 'Hello, Maya',
    });
  });

  it('ignores a piece it already has', () => {
    const answer = anAnswer('Hello');
    expect(applyAnswerEvent(answer, { type: 'text', attempt: 1, offset: 0, text: 'Hello' })).toBe(answer);
    expect(applyAnswerEvent(answer, { type: 'text', attempt: 1, offset: 1, text: 'ell' })).toBe(answer);
  });

  it('takes only the new part of an overlapping piece', () => {
    expect(
      applyAnswerEvent(anAnswer('Hello'), { type: 'text', attempt: 1, offset: 3, text: 'lo, Maya' }),
    ).toMatchObject({
      content: 'Hello, Maya',
    });
  });

  it('counts offsets in UTF-16 units, as the server does', () => {
    expect(applyAnswerEvent(anAnswer('👋'), { type: 'text', attempt: 1, offset: 2, text: ' hi' })).toMatchObject({
      content: '👋 hi',
    });
  });

  it('reports a gap instead of joining text that does not belong together', () => {
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', attempt: 1, offset: 6, text: 'x' })).toBe('gap');
  });

  it('never mixes the text of two attempts', () => {
    const begun = applyAnswerEvent(anAnswer('Hello, Maya'), { type: 'text', attempt: 2, offset: 0, text: 'Good' });
    expect(begun).toMatchObject({ attempt: 2, content: 'Good', status: 'streaming' });
    if (begun === 'gap') throw new Error('it begins at the beginning');
    expect(applyAnswerEvent(begun, { type: 'text', attempt: 1, offset: 4, text: 'o, Maya' })).toBe('gap');
    expect(applyAnswerEvent(begun, { type: 'end', attempt: 1, status: 'interrupted', failure: null })).toBe('gap');
    expect(applyAnswerEvent(begun, { type: 'text', attempt: 2, offset: 4, text: ' morning' })).toMatchObject({
      content: 'Good morning',
    });
  });

  it('ended: it begins again, empty, when it is rewritten on another device', () => {
    const ended = { ...anAnswer('Hel'), status: 'failed' as const, failure: 'timeout' as const };
    expect(applyAnswerEvent(ended, { type: 'text', attempt: 2, offset: 0, text: '' })).toEqual({
      ...anAnswer(),
      attempt: 2,
    });
  });

  it('reports a gap at a later attempt whose beginning is missing', () => {
    expect(applyAnswerEvent(anAnswer('Hello'), { type: 'text', attempt: 2, offset: 5, text: 'x' })).toBe('gap');
    expect(applyAnswerEvent(anAnswer(), { type: 'end', attempt: 2, status: 'complete', failure: null })).toBe('gap');
  });

  it('keeps its text and takes the outcome when it ends', () => {
    expect(
      applyAnswerEvent(anAnswer('Hel'), { type: 'end', attempt: 1, status: 'stopped', failure: null }),
    ).toMatchObject({
      content: 'Hel',
      status: 'stopped',
    });
    expect(
      applyAnswerEvent(anAnswer(), { type: 'end', attempt: 1, status: 'failed', failure: 'timeout' }),
    ).toMatchObject({
      status: 'failed',
      failure: 'timeout',
    });
  });

  it('changes nothing when the same end arrives twice', () => {
    const ended: AnswerState = { attempt: 1, content: 'Hi', status: 'complete', failure: null };
    expect(applyAnswerEvent(ended, { type: 'end', attempt: 1, status: 'complete', failure: null })).toBe(ended);
  });
});

describe('a list of messages', () => {
  it('changes only the answer that the event is about', () => {
    const other = { ...anAnswer('Old'), id: 'b' };
    const next = applyToMessage([other, anAnswer()], 'a', { type: 'text', attempt: 1, offset: 0, text: 'New' });
    expect(next).toEqual([other, { ...anAnswer('New') }]);
    expect(next[0]).toBe(other);
  });

  it('stays the same list if it does not contain the answer', () => {
    const messages = [anAnswer()];
    expect(applyToMessage(messages, 'elsewhere', { type: 'text', attempt: 1, offset: 0, text: 'x' })).toBe(messages);
  });
});
