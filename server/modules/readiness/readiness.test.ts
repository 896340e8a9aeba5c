import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '#contract/errors.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createReadiness } from './readiness.service.ts';

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
  ['55P03', 'slow'],
  ['XX000', 'write failed'],
])(
  'a database that refuses the check’s own write (%s) leaves the process ready, because people can read, and it says why: %s',
  async (code, reason) => {
    await refuseWrites('write_checks', code);
    expect(await ready()).toEqual({ code: 200, status: 'degraded', reason });
  },
);

test('a database that isn’t reached by the write makes the process not ready', async () => {
  await refuseWrites('write_checks', '57P01');
  expect(await ready()).toEqual({ code: 503, status: 'database unavailable' });
});

test('a failed write is known for a second only', async () => {
  await refuseWrites('write_checks', '55P03');
  expect(await ready()).toMatchObject({ status: 'degraded' });
  await sql`drop trigger refuses on write_checks`.execute(app.db);
  const later = performance.now() + 1_000;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => later);
  expect(await ready()).toEqual({ code: 200, status: 'ok' });
  now.mockRestore();
});

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
  expect(await ready()).toEqual({ code: 200, status: 'degraded', reason: 'disk full' });
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

test('however many ask, a database that doesn’t answer is asked once a second', async () => {
  const { container } = app;
  const ping = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('out of connections'));
  const readiness = createReadiness({
    ...container,
    database: { db: app.db, ping },
    clock: container.services.clock,
    findTrouble: container.jobs.findTrouble,
    startsJobs: true,
  });
  await Promise.all(Array.from({ length: 20 }, readiness.read));
  expect(await readiness.read()).toEqual({ isReady: false, status: 'database unavailable' });
  expect(ping).toHaveBeenCalledTimes(1);
});
