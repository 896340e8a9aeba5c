import { describe, expect, it } from 'vitest';
import type { StartedTurn } from '#src/api/tabs.ts';
import type { ChatMessage, Thread } from '../chat-types.ts';
import { withTurn } from './show-turn.ts';

const conversation = {
  id: 'c1',
  assistantId: 'emmie' as const,
  title: 'Bowls',
  isPrivate: false,
  createdAt: '2026-06-01T10:00:00.000Z',
  updatedAt: '2026-06-01T10:00:00.000Z',
};
/** A question if its id begins with q, or else an answer or a post. */
const message = (id: string, follows: string | null, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  role: id.startsWith('q') ? 'user' : 'assistant',
  content: id,
  createdAt: conversation.createdAt,
  status: 'complete',
  failure: null,
  attempt: id.startsWith('q') ? 0 : 1,
  feedback: null,
  follows,
  versions: [],
  keptMessages: null,
  files: [],
  isPrivate: false,
  ...more,
});
const thread = (ids: string[], older: string | null = null): Thread => ({
  conversation,
  hasNewAnswer: true,
  messages: ids.map((id, index) => message(id, ids[index - 1] ?? null)),
  older,
  newer: null,
});
const turn = (question: ChatMessage, answer: ChatMessage): StartedTurn => ({ conversation, question, answer });
const ids = ({ messages }: Thread) => messages.map(({ id }) => id).join(' ');

describe('a turn that has begun', () => {
  it('is the end of its conversation', () => {
    const shown = withTurn(thread(['q1', 'a1']), turn(message('q2', 'a1'), message('a2', 'q2')));
    expect([ids(shown), shown.older, shown.hasNewAnswer]).toEqual(['q1 a1 q2 a2', null, false]);
  });

  it('takes the place of the exchange that it is a version of and of those after it, but not of posts', () => {
    const versions = ['q2', 'q4'];
    const before = thread(['q1', 'a1', 'q2', 'a2', 'post', 'q3', 'a3'], 'q1');
    const shown = withTurn(before, turn(message('q4', 'post', { versions }), message('a4', 'q4')));
    expect([ids(shown), shown.older]).toEqual(['q1 a1 post q4 a4', 'q1']);
  });

  it('takes the place of the exchange whose answer is written again', () => {
    const versions = ['a2', 'a4'];
    const before = thread(['q1', 'a1', 'q2', 'a2', 'q3', 'a3']);
    const shown = withTurn(before, turn(message('q4', 'a1'), message('a4', 'q4', { versions })));
    expect(ids(shown)).toBe('q1 a1 q4 a4');
  });

  it('starts the loaded messages if it follows none of those shown', () => {
    const shown = withTurn(thread(['q1', 'a1']), turn(message('q9', 'a8'), message('a9', 'q9')));
    expect([ids(shown), shown.older]).toEqual(['q9 a9', 'q9']);
    const first = withTurn(undefined, turn(message('q1', null), message('a1', 'q1')));
    expect([ids(first), first.older]).toEqual(['q1 a1', null]);
  });

  it('keeps the versions of an answer that is continued', () => {
    const versions = ['a0', 'a1'];
    const before = { ...thread(['q1', 'a1']), messages: [message('q1', null), message('a1', 'q1', { versions })] };
    const { messages } = withTurn(before, turn(message('q1', null), message('a1', 'q1', { status: 'streaming' })));
    expect(messages.at(-1)).toMatchObject({ status: 'streaming', versions });
  });
});
