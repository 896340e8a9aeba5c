import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { DatabaseError } from '#db/database-error.ts';
import { addLongConversation } from '#db/demo/long-conversations.ts';
import { runAs } from '#db/kind-of-work.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const url = process.env['TEST_DATABASE_URL'];
/** How many searches run at a time: a third of ten connections, or the only one of the embedded database. */
const AT_A_TIME = url ? 3 : 1;
/** The longest search there is. */
const TWO_LETTER_WORDS = Array.from({ length: 66 }, (_, index) =>
  String.fromCodePoint(97 + Math.floor(index / 10), 97 + (index % 10)),
).join(' ');
/** More than one person may have calls running. */
const SEARCHES_OF_EACH = 6;
/** How long to wait on a busy machine, in milliseconds. */
const WITHIN = { timeout: 10_000 };

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Intercepts the statements of searches. */
function onSearch(act: () => Promise<void>): void {
  const executor = app.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
    if (/"hits" as materialized| ilike /.test(query.sql)) await act();
    return execute(query, ...more);
  });
}

/** Holds the statements of searches until the test lets them go. */
function holdSearches() {
  const gate = Promise.withResolvers<void>();
  const held = { now: 0, most: 0 };
  onSearch(async () => {
    held.now += 1;
    held.most = Math.max(held.most, held.now);
    await gate.promise;
    held.now -= 1;
  });
  return { held, letGo: gate.resolve };
}

/** People with a long conversation each. */
async function talkativePeople(count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const person = await aPerson(app, { plan: 'ultimate' });
    const conversation = { userId: person.userId, assistantId: 'brain_ai', title: 'Long', messages: 200 } as const;
    await addLongConversation(app.db, { ...conversation, until: await app.clock.now() });
    people.push(person);
  }
  return people;
}

/** Everyone searches many times at once. `outcomes` are those that are known so far. */
function searchAll(people: Person[]) {
  const outcomes: string[] = [];
  const searches = people.flatMap((person) =>
    Array.from({ length: SEARCHES_OF_EACH }, async () => {
      outcomes.push(await refusal(person.api.chat.search.query({ text: TWO_LETTER_WORDS })));
    }),
  );
  return { outcomes, done: Promise.all(searches) };
}

describe('many searches', () => {
  test('someone else reads while three people search for 66 words over and over, of which only a few searches run', async () => {
    const people = await talkativePeople(3);
    const { held, letGo } = holdSearches();
    const { outcomes, done } = searchAll(people);
    // One search of each person waits, or runs where there is a connection for it.
    const replaced = 3 * SEARCHES_OF_EACH - AT_A_TIME - 3;
    await vi.waitUntil(() => outcomes.length === replaced || held.most > AT_A_TIME, WITHIN);
    expect(held.most).toBe(AT_A_TIME);
    expect(await refusal(maya.api.usage.overview.query())).toBe('accepted');
    expect(new Set(outcomes)).toEqual(new Set(['SEARCH_REPLACED']));
    letGo();
    await done;
    expect(held.most).toBe(AT_A_TIME);
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(AT_A_TIME + 3);
  });

  test.runIf(url)('PostgreSQL runs three searches at a time and answers someone else meanwhile', async () => {
    const people = await talkativePeople(3);
    const lock = await lockMessages();
    const { outcomes, done } = searchAll(people);
    await vi.waitUntil(async () => (await countWaiting()) >= AT_A_TIME, WITHIN);
    expect(await refusal(maya.api.profile.get.query())).toBe('accepted');
    expect(outcomes).not.toContain('SERVER_BUSY');
    expect(await countWaiting()).toBeLessThanOrEqual(AT_A_TIME);
    await lock.end();
    await done;
  });
});

/** Locks the messages, so that every statement that reads them has to wait. */
async function lockMessages() {
  const isLocked = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const holding = runAs('migration', () =>
    app.db.transaction().execute(async (trx) => {
      await sql`lock table messages in access exclusive mode`.execute(trx);
      isLocked.resolve();
      await isOver.promise;
    }),
  );
  await isLocked.promise;
  return {
    end: async () => {
      isOver.resolve();
      await holding;
    },
  };
}

/** How many statements wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await runAs('job', () =>
    sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db),
  );
  return rows[0]?.count ?? 0;
}

describe('several searches of one person', () => {
  // Without HTTP, so that they arrive in this order.
  const outcomeOf = (search: Promise<unknown>) =>
    search.then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  const findChats = (text: string) => outcomeOf(app.container.services.chat.search(maya.userId, { text }));
  const findFacts = (text: string) => outcomeOf(app.container.services.brain.list(maya.userId, { text }));

  test('someone who types on gets the results of their first search and of their newest', async () => {
    const { held, letGo } = holdSearches();
    const [first, second, third, newest] = [findChats('k'), findChats('ki'), findChats('kil'), findChats('kiln')];
    expect(await Promise.all([second, third])).toEqual(['SEARCH_REPLACED', 'SEARCH_REPLACED']);
    letGo();
    expect(await Promise.all([first, newest])).toEqual(['accepted', 'accepted']);
    expect(held.most).toBe(1);
  });

  test('a person has one search at a time, whether of conversations or of facts', async () => {
    const { held, letGo } = holdSearches();
    const [first, second, newest] = [findFacts('kiln'), findChats('kiln'), findFacts('kilns')];
    expect(await second).toBe('SEARCH_REPLACED');
    letGo();
    expect(await Promise.all([first, newest])).toEqual(['accepted', 'accepted']);
    expect(held.most).toBe(1);
  });
});

describe('the time limit', () => {
  const tooSlow = { message: ERROR_CODES.SEARCH_TOO_SLOW.text, data: { appCode: 'SEARCH_TOO_SLOW', httpStatus: 422 } };

  test('a search that takes too long is explained with a way on, and the next one gets its turn', async () => {
    const timeout = new DatabaseError('canceling statement due to statement timeout', { code: '57014' });
    onSearch(() => Promise.reject(timeout));
    await expect(maya.api.chat.search.query({ text: 'kiln' })).rejects.toMatchObject(tooSlow);
    await expect(maya.api.brain.list.query({ text: 'kiln' })).rejects.toMatchObject(tooSlow);
    vi.restoreAllMocks();
    expect(await maya.api.chat.search.query({ text: 'kiln' })).toEqual({ found: [], nextCursor: null });
  });

  test.runIf(url)('PostgreSQL ends a search after a second', async () => {
    const lock = await lockMessages();
    await expect(maya.api.chat.search.query({ text: 'kiln' })).rejects.toMatchObject(tooSlow);
    await lock.end();
    expect(await maya.api.chat.search.query({ text: 'kiln' })).toEqual({ found: [], nextCursor: null });
  });
});
