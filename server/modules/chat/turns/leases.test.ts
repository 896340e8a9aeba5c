import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { LEASE_MS, listExpiredTurns } from '#db/queries/chat/turn-lease.ts';
import { saveTurns, settleTurn } from '#db/queries/chat/turns.ts';
import { ask, collect, heldModel, messagesUsed, model, resume, textOf, threadOf } from '#tests/support/chat.ts';
import { expireLeases, holdStopwatch, sweepFor, sweepForALease } from '#tests/support/leases.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

// Two containers on one database stand in for two processes; real ones, and real outages, are in tests/processes.
/** Answers are saved by timers that really pass. */
const SOON = { timeout: 10_000 };

let here: TestApp;
let there: TestApp;
beforeEach(async () => {
  here = await createTestApp();
  there = await createTestApp({ keepData: true });
  holdStopwatch();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([here, there].map(({ container }) => container.services.runner.close()));
});

const attemptOf = (event: LiveEvent) => (event.type === 'refused' ? null : event.attempt);

/** An answer that is being written here. */
async function aRunningAnswer() {
  const maya = await aPerson(here);
  const held = heldModel(here);
  const { conversation, answer } = await ask(maya, 'Hello');
  const status = async () => (await threadOf(maya, conversation.id))[1]?.status;
  return { maya, held, conversation, answer, status };
}

/** The next sweep there ends the turn, unless its own process has just renewed the lease, as it does while it is alive: then one after that. */
async function endsSoon(status: () => Promise<unknown>, expire: () => Promise<unknown> = () => expireLeases(here.db)) {
  const sweepAndLook = async () => {
    await expire();
    await sweepFor(there, 1_000);
    return status();
  };
  await expect.poll(sweepAndLook, SOON).toBe('interrupted');
}

const HOUR_MS = 3_600_000;

describe('a turn whose lease has expired', () => {
  test('is settled as interrupted, and its message given back, by a process that has been in contact with the database for a whole lease', async () => {
    const { maya, held, status } = await aRunningAnswer();
    await expireLeases(here.db);
    await sweepFor(there, LEASE_MS - 1_000);
    expect(await status(), 'whoever is alive may still renew').toBe('streaming');
    await endsSoon(status);
    expect(await messagesUsed(maya)).toBe(0);
    held.letGo();
    await here.container.services.runner.idle();
    expect(await status(), 'what was ended stays so').toBe('interrupted');
    expect(await messagesUsed(maya)).toBe(0);
  });

  test.each([
    ['could not reach the database', () => vi.spyOn(there.db.getExecutor(), 'executeQuery').mockRejectedValueOnce({})],
    ['was suspended', () => vi.advanceTimersByTime(15_000)],
  ])('is not judged by a process that %s, until it has been in contact for a whole lease again', async (_, outage) => {
    const { held, status } = await aRunningAnswer();
    await sweepForALease(there);
    outage();
    await there.container.sweep();
    await expireLeases(here.db);
    await sweepFor(there, LEASE_MS - 1_000);
    expect(await status()).toBe('streaming');
    await endsSoon(status);
    held.letGo();
  });

  test('can be renewed by its own process as long as nobody has ended it', async () => {
    const { held, status } = await aRunningAnswer();
    await expireLeases(here.db);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => listExpiredTurns(here.db), SOON).toEqual([]);
    await sweepForALease(there);
    expect(await status()).toBe('streaming');
    held.letGo();
    await here.container.services.runner.idle();
    expect(await status()).toBe('complete');
  });

  test('is left alone if it was renewed after it was judged', async () => {
    const { held, status } = await aRunningAnswer();
    await expireLeases(here.db);
    const [judged] = await listExpiredTurns(there.db);
    if (!judged) throw new Error('nothing has expired');
    await saveTurns(here.db, [{ ...judged, content: 'More. ' }]);
    const now = there.clock.current();
    const end = { status: 'interrupted' as const, failure: null, content: null, givesBack: true, spentMicroUsd: null };
    expect(await settleTurn(there.db, { ...judged, ...end, now })).toBe(false);
    expect(await status()).toBe('streaming');
    held.letGo();
  });

  test('may have been given before the database’s clock was set back', async () => {
    const { held, status } = await aRunningAnswer();
    await sweepForALease(there);
    await endsSoon(status, () => sql`update turns set lease_expires_at = now() + interval '1 hour'`.execute(here.db));
    held.letGo();
  });
});

test('a process that has the database to itself settles at start what an earlier one left behind', async () => {
  const { held, status } = await aRunningAnswer();
  await there.container.settleLeftovers();
  expect(await status()).toBe('interrupted');
  held.letGo();
});

describe('a process whose clock is an hour ahead', () => {
  test('leaves the answers of the others alone', async () => {
    const { held, status } = await aRunningAnswer();
    there.clock.advance(HOUR_MS);
    await sweepForALease(there);
    expect(await status()).toBe('streaming');
    held.letGo();
  });

  test('adds messages that the next ones still follow', async () => {
    const maya = await aPerson(here);
    const elsewhere = { ...maya, api: there.browser({ cookie: maya.cookie() }).api };
    there.clock.advance(HOUR_MS);
    model(there, 'First answer.');
    model(here, 'Second answer.', 'Third answer.');
    const { conversation } = await ask(elsewhere, 'First?');
    await there.container.services.runner.idle();
    const { question, answer } = await ask(maya, 'Second?', conversation.id);
    await here.container.services.runner.idle();
    const thread = await threadOf(maya, conversation.id);
    expect(thread.map(({ content }) => content).slice(0, 3)).toEqual(['First?', 'First answer.', 'Second?']);
    expect(thread.slice(2).map(({ id, createdAt }) => ({ id, createdAt }))).toEqual(
      [question, answer].map(({ id, createdAt }) => ({ id, createdAt })),
    );
    expect(here.model.requests.at(-1)?.history.map(({ content }) => content)).toEqual([
      'First?',
      'First answer.',
      'Second?',
    ]);
  });
});

describe('“Try again” at the process that still writes the answer’s old attempt', () => {
  /** This process doesn't know yet that another one took it for dead and that the person has asked again. */
  async function anOutdatedAnswer() {
    const old = await aRunningAnswer();
    const oldEvents: LiveEvent[] = [];
    const oldReader = collect(here, old.maya, old.answer.id, undefined, oldEvents);
    await expect
      .poll(() => threadOf(old.maya, old.conversation.id), SOON)
      .toMatchObject([{}, { content: 'The first words. ' }]);
    await sweepForALease(there);
    await endsSoon(old.status);
    const anew = heldModel(here, 'Written anew. ');
    const { answer } = await resume(old.maya, old.answer.id, 'retry');
    return { ...old, oldEvents, oldReader, anew, resumed: answer };
  }

  test('writes a new answer, and nothing of the old one is saved, charged or shown with it', async () => {
    const { maya, held, conversation, answer, oldReader, anew, resumed } = await anOutdatedAnswer();
    expect(resumed).toMatchObject({ attempt: 2, content: '' });
    const events: LiveEvent[] = [];
    const reader = collect(here, maya, answer.id, { attempt: 1, offset: 9 }, events);
    await expect.poll(() => textOf(events), SOON).toBe('Written anew. ');
    held.letGo();
    anew.letGo();
    await here.container.services.runner.idle();
    const whole = 'Written anew. The rest.';
    expect(await threadOf(maya, conversation.id)).toMatchObject([
      {},
      { content: whole, status: 'complete', attempt: 2 },
    ]);
    expect(await messagesUsed(maya)).toBe(1);
    for (const [seen, before] of [
      [await reader, ''],
      [await oldReader, 'The first words. '],
    ] as const) {
      const texts = (attempt: number) => textOf(seen.filter((event) => attemptOf(event) === attempt));
      expect([texts(1), texts(2)]).toEqual([before, whole]);
      expect(seen.find((event) => attemptOf(event) === 2)).toMatchObject({ type: 'text', offset: 0 });
      expect(seen.filter(({ type }) => type === 'end')).toMatchObject([{ attempt: 2, status: 'complete' }]);
    }
  });

  test('a late end of the old attempt doesn’t take the new one out of memory: it is still saved and can be stopped', async () => {
    const { maya, held, conversation, answer, anew, oldEvents } = await anOutdatedAnswer();
    held.letGo();
    // Readers of the old attempt go on with the new one.
    await expect.poll(() => oldEvents.map(attemptOf).at(-1), SOON).toBe(2);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => threadOf(maya, conversation.id), SOON).toMatchObject([{}, { content: 'Written anew. ' }]);
    await maya.api.chat.stop.mutate({ messageId: answer.id });
    await here.container.services.runner.idle();
    expect(await threadOf(maya, conversation.id)).toMatchObject([{}, { content: 'Written anew. ', status: 'stopped' }]);
    anew.letGo();
  });
});

describe('a reader’s position', () => {
  test.each([
    {
      from: { attempt: 1, offset: 6 },
      gets: [{ attempt: 2, offset: 0, text: 'New text.' }],
      why: 'of an earlier attempt',
    },
    { from: { attempt: 2, offset: 4 }, gets: [{ attempt: 2, offset: 4, text: 'text.' }], why: 'of this attempt' },
    { from: { attempt: 0, offset: 4 }, gets: [{ attempt: 2, offset: 0, text: 'New text.' }], why: 'of no attempt' },
  ])('$why is answered with $gets.0', async ({ from, gets }) => {
    const { maya, held, answer } = await aRunningAnswer();
    await maya.api.chat.stop.mutate({ messageId: answer.id });
    await here.container.services.runner.idle();
    held.letGo();
    model(here, 'New text.');
    await resume(maya, answer.id, 'retry');
    const end = { type: 'end', attempt: 2, status: 'complete', failure: null };
    const pieces = gets.map((piece) => ({ type: 'text', ...piece }));
    await here.container.services.runner.idle();
    expect(await collect(there, maya, answer.id, from)).toMatchObject([...pieces, end]);
  });
});
