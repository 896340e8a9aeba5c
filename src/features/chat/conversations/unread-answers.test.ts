import { describe, expect, it } from 'vitest';
import { createUnreadAnswers } from './unread-answers.ts';

const one = (isStreaming: boolean) => [{ id: 'c1', isStreaming }];

describe('answers not looked at yet', () => {
  it('are those that ended while another conversation was open', () => {
    const unread = createUnreadAnswers();
    unread.note(one(true), 'c2');
    expect([...unread.list()]).toEqual([]);
    unread.note(one(false), 'c2');
    expect([...unread.list()]).toEqual(['c1']);
    unread.note(one(false), 'c1');
    expect([...unread.list()]).toEqual([]);
  });

  it('are none where the conversation is open, or where nobody saw the answer begin', () => {
    const unread = createUnreadAnswers();
    unread.note(one(true), 'c1');
    unread.note(one(false), 'c1');
    unread.note([{ id: 'c3', isStreaming: false }], null);
    expect([...unread.list()]).toEqual([]);
  });

  it('say nothing when nothing changes', () => {
    const unread = createUnreadAnswers();
    let changes = 0;
    unread.subscribe(() => (changes += 1));
    unread.note(one(false), null);
    expect(changes).toBe(0);
    unread.note(one(true), null);
    unread.note(one(false), null);
    unread.note(one(false), null);
    expect(changes).toBe(1);
  });
});
