import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPersonalStore } from '#src/lib/personal-store.ts';
import type { StartedTurn } from '#src/api/tabs.ts';
import { aDisk } from '#tests/support/a-disk.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { addOutgoing, listOutgoing, type Outgoing } from './outbox.ts';

const USER = 'maya';
const coded = (appCode: string) => Object.assign(new Error(appCode), { data: { appCode } });
const offline = () => new TypeError('Failed to fetch');

/** A server that keeps each id once, answers until it is told that the answer has ended, and fails as it is told. */
function aServer() {
  const turns = new Map<string, string>();
  const answering = new Set<string>();
  const state = { calls: 0, faults: [] as (Error | null)[] }; // reason: widens the literal's empty list
  const send = ({ id, conversationId }: Outgoing): Promise<StartedTurn> => {
    state.calls += 1;
    const fault = state.faults.shift();
    if (fault) return Promise.reject(fault);
    const conversation = turns.get(id) ?? conversationId ?? `conversation-of-${id}`;
    if (!turns.has(id) && answering.has(conversation)) return Promise.reject(coded('REPLY_PENDING'));
    turns.set(id, conversation);
    answering.add(conversation);
    return Promise.resolve({ conversation: { id: conversation }, answer: { status: 'streaming' } } as StartedTurn); // reason: the sender reads no more of it
  };
  return { turns, answering, state, send };
}

function aTab(server = aServer(), disk = aDisk()) {
  const store = createPersonalStore(disk);
  const is = { online: true, samePerson: true };
  const seen = { sent: [] as string[], refused: [] as string[][], busy: 0 }; // reason: widens the literal's empty lists
  const start = () =>
    createOutboxSender({
      userId: USER,
      store,
      canSend: () => is.online,
      confirmPerson: () => Promise.resolve(is.samePerson),
      send: (outgoing) => server.send(outgoing),
      exclusively: (work) => work(),
      onSent: ({ id }) => Promise.resolve(void seen.sent.push(id)),
      onBusy: () => (seen.busy += 1),
      onRefused: (refused) => seen.refused.push(refused.map(({ text }) => text)),
    });
  const type = (id: string, conversationId: string | null = null) =>
    addOutgoing(store, USER, { id, assistantId: 'emmie', conversationId, text: `Text ${id}`, tab: 't1' });
  const left = () => listOutgoing(store, USER).map(({ id }) => id);
  return { server, store, is, seen, start, type, left };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('sending', () => {
  it('takes a message to the server as soon as it is typed', async () => {
    const { start, type, seen, left } = aTab();
    start();
    type('a');
    await settle();
    expect(seen.sent).toEqual(['a']);
    expect(left()).toEqual([]);
  });

  it('waits for a connection, and then sends each once and in order, after the answer before it', async () => {
    const { start, type, is, seen, server, left } = aTab();
    is.online = false;
    const sender = start();
    for (const id of ['a', 'b', 'c']) type(id);
    await settle();
    expect(server.state.calls).toBe(0);

    is.online = true;
    sender.wake();
    await settle();
    expect(seen.sent).toEqual(['a']);
    for (const expected of [
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]) {
      server.answering.clear();
      sender.answered('conversation-of-a');
      await settle();
      expect(seen.sent).toEqual(expected);
    }
    expect(left()).toEqual([]);
    expect([...server.turns.values()]).toEqual(Array.from({ length: 3 }, () => 'conversation-of-a'));
  });

  it('asks again by itself while an answer it does not know of is on its way', async () => {
    const { start, type, seen, server } = aTab();
    server.answering.add('c1');
    start();
    type('a', 'c1');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(seen.busy).toBeGreaterThan(1);
    expect(seen.sent).toEqual([]);
    server.answering.clear();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(seen.sent).toEqual(['a']);
  });

  it('makes one message of a repeat after a lost answer', async () => {
    const { start, type, seen, server } = aTab();
    const take = server.send;
    let isLost = true;
    server.send = async (outgoing) => {
      const turn = await take(outgoing);
      if (!isLost) return turn;
      isLost = false;
      throw offline();
    };
    start();
    type('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.sent).toEqual(['a']);
    expect(server.turns.size).toBe(1);
  });

  it('pauses longer each time nobody answers, whatever is typed meanwhile', async () => {
    const { start, type, server, store } = aTab();
    server.state.faults = Array.from({ length: 9 }, offline);
    start();
    type('a');
    await settle();
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
      const { calls } = server.state;
      store.set('tenfold:maya:draft:c1', 'typing');
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(server.state.calls).toBe(calls);
      await vi.advanceTimersByTimeAsync(1);
      expect(server.state.calls).toBe(calls + 1);
    }
  });

  it('goes on after a reload', async () => {
    const disk = aDisk();
    const before = aTab(aServer(), disk);
    before.type('a');
    const after = aTab(before.server, disk);
    after.start();
    await settle();
    expect(after.seen.sent).toEqual(['a']);
  });

  it('is harmless in two tabs at once', async () => {
    const [server, disk] = [aServer(), aDisk()];
    const tabs = [aTab(server, disk), aTab(server, disk)];
    tabs[0]?.type('a', 'c1');
    for (const tab of tabs) tab.start();
    await settle();
    expect([...server.turns]).toEqual([['a', 'c1']]);
    expect(tabs[0]?.left()).toEqual([]);
  });

  it.each([
    ['is over', 'UNAUTHENTICATED'],
    ['owes its second factor', 'SECOND_FACTOR_NEEDED'],
  ])('keeps the message while the session %s, and sends it once after signing in again', async (_name, code) => {
    const { start, type, seen, server, left } = aTab();
    server.state.faults = [coded(code)];
    const sender = start();
    type('a');
    await settle();
    expect(left()).toEqual(['a']);
    expect(seen.refused).toEqual([]);
    sender.wake();
    await settle();
    expect(seen.sent).toEqual(['a']);
    expect(server.turns.size).toBe(1);
  });

  it('sends nothing in the name of whoever signed in instead', async () => {
    const { start, type, is, server } = aTab();
    const sender = start();
    is.online = false;
    type('a');
    is.samePerson = false;
    is.online = true;
    sender.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.state.calls).toBe(0);
  });
});

describe('a refusal', () => {
  it('gives back the message and what waits behind it, in order, and nothing of other conversations', async () => {
    const { start, type, is, seen, server, left } = aTab();
    is.online = false;
    const sender = start();
    type('a', 'c1');
    type('b', 'c1');
    type('c', 'c2');
    server.state.faults = [coded('USAGE_LIMIT')];
    is.online = true;
    sender.wake();
    await settle();
    expect(seen.refused).toEqual([['Text a', 'Text b']]);
    expect(seen.sent).toEqual(['c']);
    expect(left()).toEqual([]);
  });
});

describe('a sender that was closed', () => {
  it('sends nothing any more', async () => {
    const { start, type, server } = aTab();
    start().close();
    type('a');
    await settle();
    expect(server.state.calls).toBe(0);
  });
});
