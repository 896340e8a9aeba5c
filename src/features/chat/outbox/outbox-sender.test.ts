import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKey, writeDraft } from '../composer/drafts.ts';
import { createPersonalStore } from '#src/lib/storage/personal-store.ts';
import type { StartedTurn } from '#src/api/tabs.ts';
import { aDisk } from '#tests/support/browser/a-disk.ts';
import { createOutboxSender } from './outbox-sender.ts';
import { addOutgoing, listOutgoing, setOutgoingPrivate, type Outgoing } from './outbox.ts';

const USER = 'maya';
const coded = (appCode: string) => Object.assign(new Error(appCode), { data: { appCode } });
const offline = () => new TypeError('Failed to fetch');

/** A server that accepts each id once, keeps answering until the test ends the answer, and fails on demand. */
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
    return Promise.resolve({ conversation: { id: conversation }, answer: { status: 'streaming' } } as StartedTurn); // reason: the sender reads nothing else of it
  };
  return { turns, answering, state, send };
}

function aTab(server = aServer(), disk = aDisk()) {
  const store = createPersonalStore(disk);
  const is = { online: true, samePerson: true };
  const seen = { sent: [] as string[], refused: [] as string[][], busy: 0 }; // reason: widens the literal's empty lists
  /** What of the screen fails, once. */
  const failing = new Set<'onSent' | 'onBusy' | 'onRefused' | 'exclusively'>();
  const failIfMeant = (part: 'onSent' | 'onBusy' | 'onRefused' | 'exclusively') => {
    if (failing.delete(part)) throw new Error(`${part} failed`);
  };
  const start = () =>
    createOutboxSender({
      userId: USER,
      store,
      canSend: () => is.online,
      confirmPerson: () => Promise.resolve(is.samePerson),
      send: (outgoing) => server.send(outgoing),
      exclusively: async (work) => {
        failIfMeant('exclusively');
        return await work();
      },
      onSent: async ({ id }) => {
        failIfMeant('onSent');
        seen.sent.push(id);
      },
      onBusy: () => {
        failIfMeant('onBusy');
        seen.busy += 1;
      },
      onRefused: (refused) => {
        failIfMeant('onRefused');
        seen.refused.push(refused.map(({ text }) => text));
      },
    });
  const type = (id: string, conversationId: string | null = null) =>
    addOutgoing(store, USER, {
      id,
      assistantId: 'emmie',
      conversationId,
      text: `Text ${id}`,
      start: 's1',
      files: [],
      replaces: null,
      isAgain: false,
      isPrivate: false,
    });
  const left = () => listOutgoing(store, USER).map(({ id }) => id);
  return { server, store, is, seen, failing, start, type, left };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('sending', () => {
  it('sends a message as soon as it is typed', async () => {
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
    sender.retryNow();
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

  it('BRAIN-45: sends a message as private that was made so while it waited for the connection', async () => {
    const { start, type, store, is, server } = aTab();
    const sent: boolean[] = [];
    const take = server.send;
    server.send = (outgoing) => {
      sent.push(outgoing.isPrivate);
      return take(outgoing);
    };
    is.online = false;
    const sender = start();
    type('a');
    setOutgoingPrivate(store, USER, { assistantId: 'emmie', conversationId: null, start: 's1' }, true);
    await settle();
    is.online = true;
    sender.retryNow();
    await settle();
    expect(sent).toEqual([true]);
  });

  it('retries on its own while an answer it does not know about is streaming', async () => {
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

  it('does not duplicate a message when a lost answer is retried', async () => {
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

  it('pauses longer after each failure, whatever is typed meanwhile', async () => {
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

  it('continues after a reload', async () => {
    const disk = aDisk();
    const before = aTab(aServer(), disk);
    before.type('a');
    const after = aTab(before.server, disk);
    after.start();
    await settle();
    expect(after.seen.sent).toEqual(['a']);
  });

  it('is harmless in two tabs at the same time', async () => {
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
    ['needs its second factor', 'SECOND_FACTOR_NEEDED'],
  ])('keeps the message if the session %s, and sends it once after signing in again', async (_name, code) => {
    const { start, type, seen, server, left } = aTab();
    server.state.faults = [coded(code)];
    const sender = start();
    type('a');
    await settle();
    expect(left()).toEqual(['a']);
    expect(seen.refused).toEqual([]);
    sender.retryNow();
    await settle();
    expect(seen.sent).toEqual(['a']);
    expect(server.turns.size).toBe(1);
  });

  it('doesn’t report a message as failed while it may have arrived, and sends it once when the database is back', async () => {
    const { start, type, seen, server, left } = aTab();
    server.state.faults = [coded('DATABASE_UNAVAILABLE'), coded('DATABASE_UNAVAILABLE')];
    start();
    type('a');
    await settle();
    expect(left()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(seen.refused).toEqual([]);
    expect(seen.sent).toEqual(['a']);
    expect(server.turns.size).toBe(1);
  });

  it('sends nothing on behalf of the next person to sign in', async () => {
    const { start, type, is, server } = aTab();
    const sender = start();
    is.online = false;
    type('a');
    is.samePerson = false;
    is.online = true;
    sender.retryNow();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.state.calls).toBe(0);
  });
});

describe('a refusal', () => {
  it('returns the message and the ones behind it, in order, and leaves other conversations alone', async () => {
    const { start, type, is, seen, server, left } = aTab();
    is.online = false;
    const sender = start();
    type('a', 'c1');
    type('b', 'c1');
    type('c', 'c2');
    server.state.faults = [coded('USAGE_LIMIT')];
    is.online = true;
    sender.retryNow();
    await settle();
    expect(seen.refused).toEqual([['Text a', 'Text b']]);
    expect(seen.sent).toEqual(['c']);
    expect(left()).toEqual([]);
  });
});

describe('a failure of the screen', () => {
  const reported = vi.fn();
  beforeEach(() => {
    reported.mockClear();
    vi.stubGlobal('reportError', reported);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['onSent', []],
    ['onBusy', [coded('REPLY_PENDING')]],
    ['onRefused', [coded('USAGE_LIMIT')]],
    ['exclusively', []],
  ] as const)('in %s is reported, and the outbox keeps sending, each message once', async (part, faults) => {
    const { start, type, seen, server, failing, left } = aTab();
    failing.add(part);
    server.state.faults = [...faults];
    start();
    type('a', 'c1');
    await settle();
    expect(reported).toHaveBeenCalledExactlyOnceWith(new Error(`${part} failed`));
    type('b', 'c2');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(seen.sent).toContain('b');
    expect(left()).toEqual([]);
    expect([...server.turns.keys()].toSorted()).toEqual(part === 'onRefused' ? ['b'] : ['a', 'b']);
    expect(server.state.calls).toBe(2 + (part === 'onBusy' ? 1 : 0));
  });
});

describe('typing', () => {
  it('doesn’t look through the storage, however much is waiting there', async () => {
    const disk = aDisk();
    const lookedAt = vi.spyOn(disk, 'key');
    const { start, type, store, is } = aTab(aServer(), disk);
    is.online = false;
    start();
    for (let index = 0; index < 20; index += 1) type(`m${index}`, 'c1');
    const key = draftKey(USER, { assistantId: 'emmie', conversationId: 'c2', start: 's1' });
    writeDraft(store, key, 'D');
    await settle();
    lookedAt.mockClear();
    for (const text of ['De', 'Dea', 'Dear']) writeDraft(store, key, text);
    await settle();
    expect(lookedAt).not.toHaveBeenCalled();
  });
});

describe('a closed sender', () => {
  it('sends nothing more', async () => {
    const { start, type, server } = aTab();
    start().close();
    type('a');
    await settle();
    expect(server.state.calls).toBe(0);
  });
});
