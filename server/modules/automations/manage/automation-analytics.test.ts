import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { RunStatus } from '#contract/automations/run-states.ts';
import { anAutomation } from '#tests/support/automations/automations.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
let automationId: string;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'pro' });
  automationId = await anAutomation(maya);
});

async function ran(status: RunStatus, at: string, seconds = 10) {
  const began = new Date(at);
  const isOver = status !== 'waiting';
  await app.db
    .insertInto('automation_runs')
    .values({
      user_id: maya.userId,
      id: randomUUID(),
      automation_id: automationId,
      version: 1,
      cause: 'manual',
      occasion: randomUUID(),
      status,
      due_at: began,
      created_at: began,
      started_at: began,
      ended_at: isOver ? new Date(began.getTime() + seconds * 1_000) : null,
      messages: 2,
    })
    .execute();
}
const analytics = () => maya.api.powerUps.automations.analytics.query({ automationId });

test('runs belong to the days of their owner’s time zone, thirty of them up to today', async () => {
  const zone = { language: 'en-US', timeZone: 'Australia/Lord_Howe', emailsAboutSignIns: true };
  await maya.api.profile.updatePreferences.mutate(zone);
  // It's 20:00 on November 16 there. The offset is eleven hours in summer, and the day begins at 13:00 UTC.
  await ran('done', '2026-11-14T12:59:00Z', 10);
  await ran('failed', '2026-11-14T13:00:00Z', 20);
  await ran('stopped', '2026-11-15T12:59:59Z', 60);
  await ran('canceled', '2026-11-15T13:00:00Z', 9_000);
  await ran('waiting', '2026-11-16T08:00:00Z');
  await ran('done', '2026-10-18T12:00:00Z');
  await ran('done', '2026-10-17T12:00:00Z');
  const { days, ...figures } = await analytics();
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-10-18', '2026-11-16']);
  expect(days.filter(({ done, failed, other }) => done + failed + other > 0)).toEqual([
    { day: '2026-10-18', done: 1, failed: 0, other: 0 },
    { day: '2026-11-14', done: 1, failed: 0, other: 0 },
    { day: '2026-11-15', done: 0, failed: 1, other: 1 },
    { day: '2026-11-16', done: 0, failed: 0, other: 1 },
  ]);
  expect(figures).toMatchObject({ runs: 5, succeeded: 4, automation: { runs: 6, succeeded: 5 } });
});

test('the duration is that of the run in the middle, without those that were canceled', async () => {
  expect(await analytics()).toMatchObject({ runs: 0, medianSeconds: null, messages: 0 });
  for (const seconds of [1, 4, 900]) await ran('done', '2026-11-15T09:00:00Z', seconds);
  await ran('canceled', '2026-11-15T09:00:00Z', 90_000);
  expect(await analytics()).toMatchObject({ medianSeconds: 4, messages: 8 });
});
