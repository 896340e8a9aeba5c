import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { STATUS_COMPONENTS, STATUS_DAYS, type ComponentStatus, type StatusComponent } from '#contract/site/status.ts';
import { openInMemory } from '#db/client.ts';
import { addStatusChecks } from '#db/queries/site/status-checks.ts';
import { createLog } from '#server/lib/log.ts';
import { checkHealth } from '#tests/support/jobs.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createStatusService } from './status.service.ts';

/** The test clock begins here. */
const NOW = '2026-11-16T09:00:00Z';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const api = () => app.browser().api;

async function statusOf(id: StatusComponent, from: TestApp = app): Promise<ComponentStatus> {
  const { components } = await from.browser().api.status.get.query();
  const found = components.find((one) => one.id === id);
  if (!found) throw new Error(`${id} is missing`);
  return found;
}

/** Stores checks of one component, each at a given age. */
async function checked(component: StatusComponent, found: [ago: number, isUp: boolean][]) {
  await addStatusChecks(
    app.db,
    found.map(([ago, isUp]) => ({
      component,
      checkedAt: new Date(Date.parse(NOW) - ago),
      isUp,
      latencyMs: isUp ? 12 : null,
    })),
  );
}

describe('the health check', () => {
  test('records how every component answered', async () => {
    await checkHealth(app);
    const { components } = await api().status.get.query();
    expect(components.map(({ id }) => id)).toEqual([...STATUS_COMPONENTS]);
    for (const one of components) {
      expect(one).toMatchObject({ state: 'up', checkedAt: '2026-11-16T09:00:00.000Z', latencyMs: expect.any(Number) });
      expect(one.uptime).toEqual({ day: 1, week: 1, quarter: 1 });
    }
  });

  test('runs once a minute across two processes', async () => {
    let asked = 0;
    const pings = { website: async () => void (asked += 1) };
    const first = await createTestApp({ pings });
    const second = await createTestApp({ pings, keepData: true, clock: first.clock });
    await checkHealth(first);
    await Promise.all([first, second].map(({ container }) => container.jobs.runDue(['status-check'])));
    expect(asked).toBe(1);
    first.clock.advance(MINUTE);
    await Promise.all([first, second].map(({ container }) => container.jobs.runDue(['status-check'])));
    expect(asked).toBe(2);
    const rows = await first.db.selectFrom('status_checks').select('component').execute();
    expect(rows).toHaveLength(2 * STATUS_COMPONENTS.length);
  });

  test('records the minutes of a database outage afterwards, each once', async () => {
    let isSilent = true;
    const db = new Proxy(app.db, {
      get: (target, key): unknown => {
        if (isSilent) throw new Error('the database is silent again');
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const ping = async () => undefined;
    const pings = { website: ping, assistants: ping, mail: ping, payments: ping };
    const processes = [0, 1].map(() => createStatusService({ db, clock: app.clock, pings, log: createLog('silent') }));
    for (const one of processes) for (const isAnswered of [false, false]) await one.noteAnswer(isAnswered);
    app.clock.advance(MINUTE);
    for (const one of processes) await expect(one.noteAnswer(true)).rejects.toThrow('silent again');
    for (const one of processes) await one.noteAnswer(false);
    app.clock.advance(2 * MINUTE);
    isSilent = false;
    for (const one of processes) for (const isAnswered of [true, true]) await one.noteAnswer(isAnswered);
    await processes[0]?.check();
    const rows = await app.db.selectFrom('status_checks').select('is_up').where('component', '=', 'website').execute();
    expect([rows.length, rows.filter((row) => row.is_up).length]).toEqual([3, 1]);
  });

  test('reports what refuses, breaks or hangs as down, and the rest as up', async () => {
    const pings = {
      website: async () => undefined,
      assistants: () => Promise.reject(new Error('401')),
      mail: () => {
        throw new Error('broken');
      },
      payments: () => new Promise(() => undefined),
    };
    const { db, clock } = app;
    const service = createStatusService({ db, clock, pings, log: createLog('silent') }, { pingMs: 20 });
    await service.check();
    const { components } = await service.get();
    expect(components.map(({ id, state, latencyMs }) => [id, state, latencyMs === null])).toEqual([
      ['website', 'up', false],
      ['assistants', 'down', true],
      ['mail', 'down', true],
      ['payments', 'down', true],
    ]);
  });
});

describe('the report', () => {
  test('reports nothing for times without a check', async () => {
    for (const id of STATUS_COMPONENTS) {
      const status = await statusOf(id);
      expect(status).toMatchObject({ state: 'unknown', checkedAt: null, latencyMs: null });
      expect(status.uptime).toEqual({ day: null, week: null, quarter: null });
      expect(status.days).toEqual(Array.from({ length: STATUS_DAYS }, () => null));
    }
  });

  test('says unknown when the last check is older than five minutes', async () => {
    await checked('mail', [[5 * MINUTE, true]]);
    await checked('payments', [[5 * MINUTE + 1, true]]);
    expect((await statusOf('mail')).state).toBe('up');
    expect((await statusOf('payments')).state).toBe('unknown');
    expect((await statusOf('payments')).uptime.day).toBe(1);
  });

  test('uses the newest check', async () => {
    await checked('mail', [
      [2 * MINUTE, true],
      [MINUTE, false],
    ]);
    expect(await statusOf('mail')).toMatchObject({ state: 'down', latencyMs: null, uptime: { day: 0.5 } });
  });

  // Nov 16, 09:00: today has nine hours so far, and the last day goes back to Nov 15, 09:00.
  test.each<[string, [number, boolean][], ComponentStatus['uptime']]>([
    ['only long ago', [[80 * DAY, true]], { day: null, week: null, quarter: 1 }],
    [
      'three of four in a quarter',
      [
        [HOUR, true],
        [30 * HOUR, false],
        [8 * DAY, true],
        [60 * DAY, true],
      ],
      { day: 1, week: 0.5, quarter: 0.75 },
    ],
    [
      'at the edge of a day',
      [
        [DAY - 1, false],
        [DAY, true],
      ],
      { day: 0, week: 0.5, quarter: 0.5 },
    ],
    [
      'at the edge of a week',
      [
        [7 * DAY - 1, true],
        [7 * DAY, false],
      ],
      { day: null, week: 1, quarter: 0.5 },
    ],
    ['before the first of ninety days', [[89 * DAY + 9 * HOUR + 1, true]], { day: null, week: null, quarter: null }],
    ['at its first moment', [[89 * DAY + 9 * HOUR, true]], { day: null, week: null, quarter: 1 }],
  ])('computes uptime: %s', async (_name, found, uptime) => {
    await checked('assistants', found);
    expect((await statusOf('assistants')).uptime).toEqual(uptime);
    expect((await statusOf('mail')).uptime.quarter).toBeNull();
  });

  test('gives each UTC day its share', async () => {
    await checked('website', [
      [MINUTE, true],
      [9 * HOUR, false],
      [9 * HOUR + 1, true],
      [3 * DAY, true],
      [3 * DAY + 1, true],
      [3 * DAY + 2, false],
    ]);
    const { firstDay, components } = await api().status.get.query();
    const { days } = components[0] ?? { days: [] };
    expect(firstDay).toBe('2026-08-19');
    expect(days).toHaveLength(STATUS_DAYS);
    expect(days.slice(-4)).toEqual([2 / 3, null, 1, 0.5]);
    expect(days.slice(0, -4).every((share) => share === null)).toBe(true);
  });

  test('reads past days only once, with the same result', async () => {
    await checked('mail', [
      [40 * DAY, false],
      [7 * DAY + 10 * HOUR, true],
      [HOUR, true],
    ]);
    const first = await statusOf('mail');
    app.clock.advance(MINUTE);
    expect(await statusOf('mail')).toEqual(first);
    app.clock.advance(DAY);
    const { days } = await statusOf('mail');
    expect(days.slice(-10)).toEqual([1, null, null, null, null, null, null, null, 1, null]);
    expect(days.at(-42)).toBe(0);
  });

  test('is read at most every ten seconds', async () => {
    expect((await statusOf('mail')).state).toBe('unknown');
    await checked('mail', [[0, true]]);
    expect((await statusOf('mail')).state).toBe('unknown');
    app.clock.advance(10_000);
    expect((await statusOf('mail')).state).toBe('up');
  });

  test('says that the website is down when its records cannot be read', async () => {
    const { clock, database } = app;
    const closed = await openInMemory();
    await closed.close();
    const pings = { website: database.ping, assistants: database.ping, mail: database.ping, payments: database.ping };
    const service = createStatusService({ db: closed.db, clock, pings, log: createLog('silent') });
    const { components } = await service.get();
    expect(components.map(({ state }) => state)).toEqual(['down', 'unknown', 'unknown', 'unknown']);
  });

  test('says so as well when its records take too long', async () => {
    const { clock, database } = app;
    const pings = { website: database.ping, assistants: database.ping, mail: database.ping, payments: database.ping };
    const service = createStatusService({ db: app.db, clock, pings, log: createLog('silent') }, { readMs: 50 });
    const holding = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const transaction = app.db.transaction().execute(async (trx) => {
      await sql`lock table status_checks in access exclusive mode`.execute(trx);
      holding.resolve();
      await done.promise;
    });
    await holding.promise;
    expect((await service.get()).components[0]?.state).toBe('down');
    done.resolve();
    await transaction;
  });
});

test('checks older than the page shows are deleted', async () => {
  await checked('mail', [
    [90 * DAY + 1, true],
    [90 * DAY, true],
  ]);
  await app.container.services.status.purge();
  const rows = await app.db.selectFrom('status_checks').select('checked_at').execute();
  expect(rows).toEqual([{ checked_at: new Date(Date.parse(NOW) - 90 * DAY) }]);
});
