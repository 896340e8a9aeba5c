import { describe, expect, it } from 'vitest';
import type { TurnStatus } from '#contract/chat/chat.ts';
import { mergeAnswer, mergeMessages, withoutReplaced } from './merge-messages.ts';

const answer = (status: TurnStatus, content: string, attempt = 1) => ({
  id: 'a',
  attempt,
  status,
  content,
  failure: null,
});

describe('an answer that was already on screen', () => {
  it.each(['interrupted', 'failed', 'stopped'] as const)(
    'keeps its text if the server, after a crash, reports %s and has less',
    (status) => {
      const kept = mergeAnswer(answer('streaming', 'Hello, Maya'), answer(status, 'Hello'));
      expect(kept).toEqual(answer(status, 'Hello, Maya'));
      expect(mergeAnswer(kept, answer(status, 'Hello'))).toEqual(kept);
    },
  );

  it('keeps what its stream brought since the server last saved it', () => {
    expect(mergeAnswer(answer('streaming', 'Hello, Maya'), answer('streaming', 'Hello'))).toEqual(
      answer('streaming', 'Hello, Maya'),
    );
  });

  it('is not reopened by a read from before it was complete', () => {
    const whole = answer('complete', 'Hello, Maya');
    expect(mergeAnswer(whole, answer('streaming', 'Hello'))).toEqual(whole);
  });

  it.each([
    ['has more text', answer('streaming', 'Hello'), answer('streaming', 'Hello, Maya')],
    ['has different text', answer('streaming', 'Hello, Maya'), answer('interrupted', 'Good morning')],
    ['has the complete answer', answer('streaming', 'Hello, Maya'), answer('complete', 'Hello')],
    ['has started over', answer('failed', 'Hello, Maya'), answer('streaming', '', 2)],
    ['continues from its saved text', answer('interrupted', 'Hello, Maya'), answer('streaming', 'Hello', 2)],
  ])('is replaced if the server %s', (_name, shown, fetched) => {
    expect(mergeAnswer(shown, fetched)).toBe(fetched);
  });

  it('is not replaced by a read of an earlier attempt', () => {
    const anew = answer('streaming', 'Good', 2);
    expect(mergeAnswer(anew, answer('interrupted', 'Good morning', 1))).toBe(anew);
  });

  it('is found among the messages of its conversation', () => {
    const question = { ...answer('complete', 'Hi?'), id: 'q' };
    const fetched = [question, answer('interrupted', 'Hel')];
    expect(mergeMessages([answer('streaming', 'Hello')], fetched)).toEqual([question, answer('interrupted', 'Hello')]);
  });
});

describe('a thread while one of its exchanges is replaced', () => {
  const said = (id: string) => ({ id, role: id.startsWith('q') ? ('user' as const) : ('assistant' as const) });
  const messages = ['q1', 'a1', 'q2', 'a2', 'q3', 'a3'].map(said);
  const shown = (answerId: string) => withoutReplaced(messages, answerId).map(({ id }) => id);

  it('a thread is shown without the replaced exchange and what comes after it', () => {
    expect(shown('a2')).toEqual(['q1', 'a1']);
    expect(shown('a1')).toEqual([]);
  });
  it('still shows what a teammate posted without a question', () => {
    const posted = ['p1', 'q1', 'a1', 'p2', 'p3', 'q2', 'a2'].map(said);
    expect(withoutReplaced(posted, 'a1').map(({ id }) => id)).toEqual(['p1', 'p2', 'p3']);
  });
  it('a thread is shown whole when the replaced exchange is gone', () => expect(shown('a9')).toHaveLength(6));
});
