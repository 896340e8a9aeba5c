import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  await sql`drop trigger if exists refuses on write_checks`.execute(app.db);
  await sql`drop trigger if exists refuses on attempt_counters`.execute(app.db);
});

/** Writes to this table fail as on a full disk (53100), or on a server that only reads (25006). */
async function refuseWrites(table: 'write_checks' | 'attempt_counters', code: string): Promise<void> {
  await sql`
    create or replace function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = ${sql.lit(code)}; end $$`.execute(app.db);
  await sql`create trigger refuses before insert on ${sql.table(table)} execute function refuse_write()`.execute(
    app.db,
  );
}

async function ready() {
  const response = await app.app.request('/health/ready');
  return { code: response.status, ...((await response.json()) as { status: string }) }; // reason: our own answer
}

test.each([
  ['53100', 'disk full'],
  ['25006', 'read-only'],
])(
  'a database that refuses the check’s own write (%s) makes the process not ready, and it says why: %s',
  async (code, reason) => {
    await refuseWrites('write_checks', code);
    expect(await ready()).toEqual({ code: 503, status: 'database refuses writes', reason });
  },
);

test('a person whose change is refused reads what is going on, and readiness knows of it right away', async () => {
  expect(await ready()).toEqual({ code: 200, status: 'ok' });
  await refuseWrites('attempt_counters', '53100');
  const signUp = app
    .browser()
    .api.auth.signUp.mutate({ email: 'maya@fernandkiln.example', password: 'forty warm bowls' });
  await expect(signUp).rejects.toMatchObject({
    message: ERROR_CODES.CANNOT_SAVE.text,
    data: { appCode: 'CANNOT_SAVE', httpStatus: 503 },
  });
  expect(await ready()).toEqual({ code: 503, status: 'database refuses writes', reason: 'disk full' });
});

test('readiness names repeated jobs that are overdue, and stays ready', async () => {
  await app.container.jobs.runNow(['status-check']);
  app.clock.advance(4 * 60_000);
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'degraded',
    overdueJobs: expect.arrayContaining(['status-check']),
  });
});

test('the checks of many requests write only once in ten seconds', async () => {
  const versions = async () => {
    const { rows } = await sql<{ version: string }>`select xmin::text as version from write_checks`.execute(app.db);
    return rows[0]?.version;
  };
  await ready();
  const first = await versions();
  await Promise.all(Array.from({ length: 20 }, ready));
  expect(await versions()).toBe(first);
});
