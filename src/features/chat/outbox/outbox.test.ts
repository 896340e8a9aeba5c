import { describe, expect, it } from 'vitest';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import {
  addOutgoing,
  adoptOutgoing,
  createOpeningMessages,
  listOutgoing,
  nextOutgoing,
  OUTBOX_MAX,
  removeOutgoing,
  setOutgoingPrivate,
  threadOf,
} from './outbox.ts';

const USER = 'maya';
const aMessage = (id: string, conversationId: string | null = null, start = 's1') => ({
  id,
  assistantId: 'emmie' as const, // reason: the id is a union, not any string
  conversationId,
  text: `Text ${id}`,
  files: [],
  replaces: null,
  isAgain: false,
  isPrivate: false,
  start,
});
const aStore = () => createPersonalStore(aDisk());
const ids = (store: ReturnType<typeof aStore>, user = USER) => listOutgoing(store, user).map(({ id }) => id);

describe('the outbox', () => {
  it('keeps messages in the order of sending, even within one millisecond and after a reload', () => {
    const disk = aDisk();
    for (const id of ['z', 'a', 'm']) addOutgoing(createPersonalStore(disk), USER, aMessage(id));
    expect(ids(createPersonalStore(disk))).toEqual(['z', 'a', 'm']);
  });

  it('belongs to one person', () => {
    const store = aStore();
    addOutgoing(store, USER, aMessage('a'));
    expect(ids(store, 'noor')).toEqual([]);
  });

  it('refuses more than it can hold', () => {
    const store = aStore();
    for (let index = 0; index < OUTBOX_MAX; index += 1)
      expect(addOutgoing(store, USER, aMessage(`m${index}`))).toBe(true);
    expect(addOutgoing(store, USER, aMessage('more'))).toBe(false);
    removeOutgoing(store, USER, 'm3');
    expect(addOutgoing(store, USER, aMessage('more'))).toBe(true);
    expect(ids(store)).toHaveLength(OUTBOX_MAX);
  });

  it('BRAIN-45: makes the new conversation of one tab private with all that waits for it, and no other', () => {
    const store = aStore();
    for (const [id, start] of [
      ['a', 's1'],
      ['b', 's1'],
      ['c', 's2'],
    ] as const)
      addOutgoing(store, USER, aMessage(id, null, start));
    addOutgoing(store, USER, aMessage('d', 'emmie-1'));
    const privateOnes = () => listOutgoing(store, USER).flatMap(({ id, isPrivate }) => (isPrivate ? [id] : []));
    const thread = { assistantId: 'emmie' as const, conversationId: null, start: 's1' }; // reason: the id is a union, not any string
    setOutgoingPrivate(store, USER, thread, true);
    expect(privateOnes()).toEqual(['a', 'b']);
    expect(ids(store)).toEqual(['a', 'b', 'c', 'd']);
    setOutgoingPrivate(store, USER, thread, false);
    expect(privateOnes()).toEqual([]);
  });

  it('BRAIN-45: reads what an older version of the page left as not private', () => {
    const disk = aDisk();
    const { isPrivate: _, ...older } = aMessage('a');
    disk.setItem('tenfold:maya:outbox:a', JSON.stringify({ ...older, at: 1 }));
    expect(listOutgoing(createPersonalStore(disk), USER)).toMatchObject([{ id: 'a', isPrivate: false }]);
  });

  it('skips entries it cannot read', () => {
    const disk = aDisk();
    const store = createPersonalStore(disk);
    addOutgoing(store, USER, aMessage('a'));
    disk.setItem('tenfold:maya:outbox:b', '{');
    disk.setItem('tenfold:maya:outbox:c', JSON.stringify({ ...aMessage('c'), assistantId: 'nobody' }));
    disk.setItem('tenfold:maya:outbox:d', JSON.stringify({ ...aMessage('d'), text: ' ' }));
    expect(ids(store)).toEqual(['a']);
  });

  it('moves what waits behind the first message of a new conversation into that conversation', () => {
    const store = aStore();
    for (const id of ['a', 'b', 'c']) addOutgoing(store, USER, aMessage(id, id === 'c' ? 'other' : null));
    const [first] = listOutgoing(store, USER);
    if (!first) throw new Error('nothing waits');
    adoptOutgoing(store, USER, first, 'new');
    removeOutgoing(store, USER, first.id);
    expect(listOutgoing(store, USER).map(({ id, conversationId }) => [id, conversationId])).toEqual([
      ['b', 'new'],
      ['c', 'other'],
    ]);
  });

  it('keeps two new conversations with one teammate apart', () => {
    const store = aStore();
    addOutgoing(store, USER, aMessage('a', null, 's1'));
    addOutgoing(store, USER, aMessage('b', null, 's2'));
    const [first] = listOutgoing(store, USER);
    if (!first) throw new Error('nothing waits');
    adoptOutgoing(store, USER, first, 'of a');
    expect(listOutgoing(store, USER).find(({ id }) => id === 'b')?.conversationId).toBeNull();
    const beginsFirst = (thread: string) => thread === threadOf(first);
    expect(nextOutgoing(listOutgoing(store, USER), beginsFirst)?.id).toBe('b');
  });

  it('strips pasted characters that the server refuses', () => {
    const store = aStore();
    addOutgoing(store, USER, { ...aMessage('a', 'c1'), text: 'Kiln\u0000 opening\ud83c' });
    expect(listOutgoing(store, USER)[0]?.text).toBe('Kiln opening\ufffd');
  });

  it('lets other conversations pass one that waits for its answer', () => {
    const store = aStore();
    for (const [id, conversation] of [
      ['a', 'c1'],
      ['b', 'c1'],
      ['c', 'c2'],
    ] as const)
      addOutgoing(store, USER, aMessage(id, conversation));
    const waiting = listOutgoing(store, USER);
    expect(nextOutgoing(waiting, () => false)?.id).toBe('a');
    expect(nextOutgoing(waiting, (thread) => thread === 'c1')?.id).toBe('c');
    expect(nextOutgoing(waiting, () => true)).toBeUndefined();
  });
});

describe('the conversation that a message opens', () => {
  const waiting = (...all: ReturnType<typeof aMessage>[]) => all.map((message, at) => ({ ...message, at }));

  it('is shown even if another tab sent the message, and took it from the outbox before it told of the turn', () => {
    const opening = createOpeningMessages();
    opening.show('s1', waiting(aMessage('a')));
    opening.show('s1', []);
    expect(opening.has('a')).toBe(true);
  });

  it.each([
    ['an existing conversation', null],
    ['another new one', 's2'],
  ])('is left alone by someone who has gone to %s meanwhile', (_, start) => {
    const opening = createOpeningMessages();
    opening.show('s1', waiting(aMessage('a')));
    opening.show(start, waiting(aMessage('a')));
    expect(opening.has('a')).toBe(false);
    opening.show('s1', []);
    expect(opening.has('a')).toBe(false);
  });

  it('isn’t the one of a message that another tab or an existing conversation waits with', () => {
    const opening = createOpeningMessages();
    opening.show('s1', waiting(aMessage('b', null, 's2'), aMessage('c', 'c1')));
    expect(['b', 'c'].map(opening.has)).toEqual([false, false]);
  });
});
