import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { deleteSessionsOf } from '#db/queries/sessions/session-endings.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const CLIENT = { address: '203.0.113.7', userAgent: 'vitest' };
const ROUNDS = 15;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

/** One person signed in to several browsers. */
async function inBrowsers(count: number) {
  const maya = await aPerson(app);
  const { sessions } = app.container.services;
  const cookies = await Promise.all(
    Array.from({ length: count }, () => sessions.start(maya.userId, { client: CLIENT, methods: ['password'] })),
  );
  return cookies.map((cookie) => app.browser({ cookie: cookie.split(';')[0] ?? '' }));
}

/** Resolves when some connection waits for a lock. */
const somebodyWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

test('ending all sessions of a person locks the person before any session', async (context) => {
  if (app.database.driver !== 'postgres') return context.skip(); // reason: PGlite has one connection, which waits for nobody
  const maya = await aPerson(app);
  let ending: Promise<void> = Promise.resolve();
  await inTransaction(app.db, async (trx) => {
    await holdPerson(trx, maya.userId);
    ending = deleteSessionsOf(app.db, maya.userId);
    await somebodyWaits();
    const own = trx.selectFrom('sessions').select('id').where('user_id', '=', maya.userId).forUpdate().noWait();
    expect(await own.execute(), 'none is locked by the other').toHaveLength(1);
  });
  await ending;
});

// On PostgreSQL these wait for each other's rows; without a common lock order, some would deadlock.
test('signing out everywhere from many browsers at the same time never causes an error', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const browsers = await inBrowsers(8);
    const calls = browsers.map(({ api }, index) =>
      index % 2 === 0 ? api.account.signOutEverywhere.mutate() : api.account.endOtherSessions.mutate(),
    );
    for (const outcome of await Promise.all(calls.map(refusal))) outcomes.add(outcome);
  }
  expect([...outcomes].toSorted()).toEqual(['UNAUTHENTICATED', 'accepted']);
});
