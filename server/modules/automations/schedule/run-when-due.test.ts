import { beforeEach, describe, expect, test } from 'vitest';
import type { Trigger } from '#contract/automations/triggers.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { anAutomation, runAutomations, runsOf, scriptedSteps } from '#tests/support/automations/runs.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { unfinishedJobs } from '#tests/support/jobs.ts';
import { disarm, setDue } from './arm.ts';

let app: TestApp;
let userId: UserId;
const steps = scriptedSteps({});
const inBerlin = (missed: 'run_once' | 'skip', time = '08:00'): Trigger => ({
  kind: 'schedule',
  schedule: { every: 'weekday', time },
  timeZone: 'Europe/Berlin',
  missed,
});

beforeEach(async () => {
  // A Thursday.
  app = await createTestApp({ steps, clock: manualClock('2026-10-22T12:00:00Z') });
  ({ userId } = await aPerson(app, { plan: 'ultimate' }));
});

const create = (trigger: Trigger) =>
  anAutomation(app, userId, { trigger, steps: [{ kind: 'notify', id: 's1', text: 'Good morning' }] });
const occasions = async () => (await runsOf(app, userId)).map(({ occasion }) => occasion.slice('slot '.length));
async function at(iso: string): Promise<void> {
  app.clock.set(iso);
  await runAutomations(app);
}
const nextDue = async (id: string) =>
  (await app.db.selectFrom('automations').select('next_due_at').where('id', '=', id).executeTakeFirstOrThrow())
    .next_due_at;

describe('a schedule', () => {
  test('starts one run for each of its times, over a weekend and a change of the clock', async () => {
    const id = await create(inBerlin('skip'));
    for (const iso of ['2026-10-23T05:59:59Z', '2026-10-23T06:00:00Z', '2026-10-23T06:00:01Z']) await at(iso);
    for (const iso of ['2026-10-24T08:00:00Z', '2026-10-25T08:00:00Z', '2026-10-26T06:30:00Z']) await at(iso);
    expect(await occasions()).toEqual(['2026-10-23T06:00:00.000Z']);
    await at('2026-10-26T07:00:00Z');
    expect(await occasions()).toEqual(['2026-10-23T06:00:00.000Z', '2026-10-26T07:00:00.000Z']);
    expect((await runsOf(app, userId)).map(({ status, cause }) => ({ status, cause }))).toEqual([
      { status: 'done', cause: 'schedule' },
      { status: 'done', cause: 'schedule' },
    ]);
    expect(await nextDue(id)).toEqual(new Date('2026-10-27T07:00:00Z'));
    expect(await unfinishedJobs(app.db)).toEqual([]);
  });

  test('that was missed for three days runs once, for the newest time, if it was chosen so', async () => {
    await create(inBerlin('run_once'));
    await at('2026-10-28T10:00:00Z');
    expect(await occasions()).toEqual(['2026-10-28T07:00:00.000Z']);
    await at('2026-10-29T07:00:00Z');
    expect(await occasions()).toHaveLength(2);
  });

  test('that was missed is left out otherwise, and a few minutes late is not missed', async () => {
    const id = await create(inBerlin('skip'));
    await at('2026-10-28T10:00:00Z');
    expect(await occasions()).toEqual([]);
    expect(await nextDue(id)).toEqual(new Date('2026-10-29T07:00:00Z'));
    await at('2026-10-29T07:05:00Z');
    expect(await occasions()).toEqual(['2026-10-29T07:00:00.000Z']);
  });

  test('runs for no time twice when the clock is moved forward and back', async () => {
    await create(inBerlin('run_once'));
    await at('2026-10-23T06:00:00Z');
    await at('2026-10-27T07:00:00Z');
    const before = await occasions();
    expect(before).toEqual(['2026-10-23T06:00:00.000Z', '2026-10-27T07:00:00.000Z']);
    for (const iso of ['2026-10-22T12:00:00Z', '2026-10-23T06:00:00Z', '2026-10-26T07:00:00Z', '2026-10-27T07:01:00Z'])
      await at(iso);
    expect(await occasions()).toEqual(before);
    await at('2026-10-28T07:00:00Z');
    expect(await occasions()).toHaveLength(3);
  });

  test('that is set again for a time that has run doesn’t run for it again', async () => {
    const id = await create(inBerlin('run_once'));
    await at('2026-10-23T06:00:00Z');
    // Turned off and on with the clock put back.
    app.clock.set('2026-10-22T12:00:00Z');
    await inTransaction(app.db, (trx) => setDue(trx, { userId, automationId: id }, new Date('2026-10-23T06:00:00Z')));
    await at('2026-10-23T06:00:00Z');
    expect(await occasions()).toHaveLength(1);
  });

  test('that was turned off starts nothing', async () => {
    const id = await create(inBerlin('run_once'));
    await inTransaction(app.db, (trx) => disarm(trx, { userId, automationId: id }));
    await at('2026-10-23T06:00:00Z');
    expect(await occasions()).toEqual([]);
  });

  test('whose job runs in two processes at the same time starts one run', async () => {
    const id = await create(inBerlin('run_once'));
    app.clock.set('2026-10-23T06:00:00Z');
    const { runWhenDue } = app.container.services.automationJobs;
    await Promise.all(Array.from({ length: 5 }, () => runWhenDue({ userId, automationId: id })));
    await runAutomations(app);
    expect(await occasions()).toEqual(['2026-10-23T06:00:00.000Z']);
  });
});
