import { describe, expect, it } from 'vitest';
import type { TurnStatus } from '#contract/chat/chat.ts';
import { keepShown, keepShownMessages } from './keep-shown.ts';

const answer = (status: TurnStatus, content: string) => ({ id: 'a', status, content, failure: null });

describe('an answer that was shown already', () => {
  it.each(['interrupted', 'failed', 'stopped'] as const)(
    'keeps its words when the server, after a crash, says %s and has less',
    (status) => {
      const kept = keepShown(answer('streaming', 'Hello, Maya'), answer(status, 'Hello'));
      expect(kept).toEqual(answer(status, 'Hello, Maya'));
      expect(keepShown(kept, answer(status, 'Hello'))).toEqual(kept);
    },
  );

  it('keeps what its stream brought since the server last saved it', () => {
    expect(keepShown(answer('streaming', 'Hello, Maya'), answer('streaming', 'Hello'))).toEqual(
      answer('streaming', 'Hello, Maya'),
    );
  });

  it('is not opened again by something read before it was whole', () => {
    const whole = answer('complete', 'Hello, Maya');
    expect(keepShown(whole, answer('streaming', 'Hello'))).toEqual(whole);
  });

  it.each([
    ['has more words', answer('streaming', 'Hello'), answer('streaming', 'Hello, Maya')],
    ['has other words', answer('streaming', 'Hello, Maya'), answer('interrupted', 'Good morning')],
    ['has the whole answer', answer('streaming', 'Hello, Maya'), answer('complete', 'Hello')],
    ['has begun it anew', answer('failed', 'Hello, Maya'), answer('streaming', '')],
    ['goes on from what it had saved', answer('interrupted', 'Hello, Maya'), answer('streaming', 'Hello')],
  ])('gives way where the server %s', (_name, shown, told) => {
    expect(keepShown(shown, told)).toBe(told);
  });

  it('is found among the messages of its conversation', () => {
    const question = { ...answer('complete', 'Hi?'), id: 'q' };
    const told = [question, answer('interrupted', 'Hel')];
    expect(keepShownMessages([answer('streaming', 'Hello')], told)).toEqual([question, answer('interrupted', 'Hello')]);
  });
});
