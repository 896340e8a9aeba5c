import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { WAYS_IN } from '#contract/account/ways-in.ts';
import { listPersonTables, type PersonTable } from '#db/queries/identity/person-rows.ts';
import { listWaysIn } from '#db/queries/identity/ways-in.ts';
import { fillEveryTable } from '#tests/support/a-row-in-every-table.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
/** What a table keeps of something that a person, a program or a link presents. */
const CREDENTIAL = /hash|secret|token|key|code|password|subject|challenge|credential|signature|pin$/;
/** Tables of a person with such a column that open no account, each with its reason. */
const NO_WAY_IN: Record<string, string> = {
  factor_challenges: 'a question that only a factor on the list answers',
  passkey_challenges: 'a question that only a passkey on the list answers',
  oauth_attempts: 'only an identity on the list, or one that a re-authentication links, comes of it',
  disabled_ways: 'what is turned off; nothing signs in with it',
  automations: 'its address and secret start one automation',
  automation_recipients: 'the link is another person’s, and agrees to emails',
  automation_run_steps: 'the key of a step',
  automation_approvals: 'the key of a step; its link is one of email_links',
  usage_receipts: 'what was used',
  own_templates: 'what an email is about',
  checkouts: 'the code of a discount',
  source_pages: 'the hash of a page’s text',
  facts: 'what a fact is about',
  notices: 'what a notice is about',
};
const ON_THE_LIST = new Set<string>(Object.values(WAYS_IN).flatMap(({ tables }) => tables));
/** An address that the account had until recently is its owner's way back. */
const STAYS = new Set(['users', 'former_emails']);

/** Tables that may give access to an account: neither on the list nor known to be harmless. */
const findMissing = (tables: Pick<PersonTable, 'name' | 'columns'>[]): string[] =>
  tables
    .filter(({ columns }) => columns.some((column) => CREDENTIAL.test(column)))
    .map(({ name }) => name)
    .filter((name) => !ON_THE_LIST.has(name) && !(name in NO_WAY_IN));

test('every table that can give access to an account is on the list of ways in', async () => {
  const { db } = await createTestApp();
  const tables = await listPersonTables(db);
  expect(findMissing(tables)).toEqual([]);
  const names = new Set(tables.map(({ name }) => name));
  expect([...ON_THE_LIST, ...Object.keys(NO_WAY_IN)].filter((name) => !names.has(name))).toEqual([]);
  expect(findMissing([{ name: 'api_keys', columns: ['user_id', 'key_hash'] }])).toEqual(['api_keys']);
});

test('signing out everywhere leaves no new row in any table on the list, a day later not even a second factor', async () => {
  const app = await createTestApp();
  const maya = await aPerson(app, { password: 'forty warm bowls' });
  app.clock.advance(60_000);
  await fillEveryTable(app.db, maya, await app.clock.now());
  await app.db
    .updateTable('sessions')
    .set({ second_factor_at: await app.clock.now() })
    .execute();
  const list = async () => listWaysIn(app.db, maya.userId, await app.clock.now());
  expect((await list()).length).toBeGreaterThan(4);
  await maya.api.account.signOutEverywhere.mutate();
  app.clock.advance(DAY_MS);
  await purge(app);
  for (const name of ON_THE_LIST) {
    if (STAYS.has(name)) continue;
    const { rows } = await sql`select from ${sql.table(name)} where user_id = ${maya.userId}`.execute(app.db);
    expect(rows, name).toHaveLength(0);
  }
  // The password is the sign-up's.
  expect((await list()).filter(({ disabledAt }) => disabledAt === null)).toMatchObject([
    { kind: 'former_email' },
    { kind: 'password' },
  ]);
});
