import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { listPersonTables } from '#db/queries/identity/person-rows.ts';
import { fillEveryTable, rowsOf, tablesThatSay } from '#tests/support/a-row-in-every-table.ts';
import { inBillingWorld } from '#tests/support/in-billing-world.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import type { Browser } from '#tests/support/test-app.ts';
import { WITHHELD_COLUMNS } from './withheld-columns.ts';

const DAY_MS = 86_400_000;
const shop = inBillingWorld();

async function download(person: Browser): Promise<Record<string, string>> {
  const response = await person.request('/account/export');
  expect(response.headers.get('content-type')).toBe('application/zip');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** Maya and Tomás, with rows in every table that holds personal data. */
async function twoPeople() {
  const maya = await aPerson(shop.app, { email: 'maya.the-owner@fernandkiln.example' });
  const tomas = await aPerson(shop.app, { email: 'tomas.rey@ledgerly.example' });
  for (const person of [maya, tomas]) await fillEveryTable(shop.app.db, person, await shop.app.clock.now());
  // Each now has a second factor, passes it, and stays signed in for the whole test.
  const later = new Date('2027-12-01T00:00:00Z');
  await shop.app.db
    .updateTable('sessions')
    .set({ second_factor_at: await shop.app.clock.now(), expires_at: later, absolute_expires_at: later })
    .execute();
  return { maya, tomas };
}

describe('a row in every table with user_id', () => {
  test('is in its owner’s download with all but the withheld columns, and in nobody else’s', async () => {
    const { maya, tomas } = await twoPeople();
    const tables = await rowsOf(shop.app.db, maya.userId);
    await maya.api.newsletter.subscribe.mutate({ email: maya.email });
    await tomas.api.newsletter.subscribe.mutate({ email: tomas.email });
    const files = await download(maya);
    expect(JSON.parse(files['data/newsletter.json'] ?? '')).toMatchObject({ email: maya.email, confirmedAt: null });
    expect(Object.keys(tables).length).toBeGreaterThan(15);
    for (const [table, rows] of Object.entries(tables)) {
      const exported = JSON.parse(files[`data/${table}.json`] ?? 'null') as Record<string, unknown>[];
      const withheld = Object.keys(WITHHELD_COLUMNS[table] ?? {});
      expect(rows.length, table).toBeGreaterThan(0);
      for (const row of rows) {
        for (const column of withheld) {
          expect(row, `${table}.${column} is there to be withheld`).toHaveProperty(column);
          delete row[column];
        }
        // The download itself is recorded while it is created.
        if (table === 'sessions' || table === 'security_events')
          expect(exported).toContainEqual(expect.objectContaining({ user_id: row['user_id'] }));
        else expect(exported, table).toContainEqual(row);
      }
      for (const row of exported) expect(withheld.filter((column) => column in row)).toEqual([]);
    }
    const everything = Object.values(files).join('\n');
    expect(everything).toContain(maya.email);
    for (const foreign of [tomas.email, tomas.userId]) expect(everything).not.toContain(foreign);
  });

  test('is gone for good fourteen days after its owner’s request, and nobody else’s is touched', async () => {
    const { maya, tomas } = await twoPeople();
    // The newsletter subscription is deleted with the account of the same mailbox.
    await maya.api.newsletter.subscribe.mutate({ email: maya.email.toUpperCase() });
    const before = await rowsOf(shop.app.db, tomas.userId);
    await maya.api.account.askDeletion.mutate();
    await shop.app.container.jobs.idle();
    shop.app.clock.advance(14 * DAY_MS);
    await purge(shop.app);
    for (const trace of [maya.userId, maya.email, maya.email.toLowerCase()])
      expect(await tablesThatSay(shop.app.db, trace)).toEqual([]);
    expect(await rowsOf(shop.app.db, tomas.userId)).toEqual(before);
    expect(shop.app.emails.at(-1)).toMatchObject({ to: maya.email, subject: 'Your Tenfold account has been deleted' });
  });
});

test('a column that sounds like a secret is withheld, and what is withheld exists', async () => {
  const tables = await listPersonTables(shop.app.db);
  const all = new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const withheld = new Set(
    Object.entries(WITHHELD_COLUMNS).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    ),
  );
  const secret = [...all].filter((column) => /[._](?:\w*hash|secret|token|private_key|code)$/.test(column));
  expect(secret.filter((column) => !withheld.has(column))).toEqual([]);
  expect([...withheld].filter((column) => !all.has(column))).toEqual([]);
});
