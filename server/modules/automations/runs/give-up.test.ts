import { beforeEach, describe, expect, test } from 'vitest';
import { RUNS_AT_A_TIME } from '#contract/automations/automation-limits.ts';
import type { Step } from '#contract/automations/steps.ts';
import { listDeadLetters } from '#db/queries/jobs/job-overview.ts';
import { retryDeadLetters } from '#server/jobs/dead-letters.ts';
import { createLog } from '#server/lib/log.ts';
import {
  anAutomation,
  BY_HAND,
  runAutomations,
  runsOf,
  scriptedSteps,
  startRun,
  stepsOf,
} from '#tests/support/automations/runs.ts';
import type { Person } from '#tests/support/chat.ts';
import { leaveOneRetry } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
/** Whether steps fail through no fault of their own, such as when the database doesn’t answer. */
let isBroken = true;
const steps = scriptedSteps({
  note: {
    effect: 'inside',
    run: async () => ({
      kind: 'done',
      input: {},
      output: {},
      inTransaction: async () => {
        if (isBroken) throw new Error('nothing works');
      },
    }),
  },
  email: {
    effect: 'outside',
    run: async () => {
      if (isBroken) throw new Error('nothing works');
      return { kind: 'done', input: {}, output: {} };
    },
  },
});
const NOTE: Step = { kind: 'note', id: 's1', text: 'hello' };
const statuses = async () => (await runsOf(app, maya.userId)).map(({ status }) => status);
const settle = () => app.container.jobs.runNow(['given-up-jobs']);
const giveUp = (runId: string) => app.container.services.automationJobs.giveUp({ userId: maya.userId, runId });
/** Fails the jobs of the runs that began until they are given up. */
async function failForTheLastTime(): Promise<void> {
  await runAutomations(app);
  await leaveOneRetry(app.db);
  await runAutomations(app);
}

beforeEach(async () => {
  isBroken = true;
  app = await createTestApp({ steps });
  maya = await aPerson(app, { plan: 'ultimate' });
});

describe('a run whose job has failed for the last time', () => {
  test('ends as failed, its owner is told, and the next are let in', async () => {
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [NOTE] });
    for (let count = 0; count <= RUNS_AT_A_TIME; count += 1) {
      await startRun(app, maya.userId, automationId);
      app.clock.advance(1_000);
    }
    await failForTheLastTime();
    expect(await statuses()).toEqual(['running', 'running', 'running', 'queued']);
    isBroken = false;
    await settle();
    await runAutomations(app);
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'done']);
    const reason = 'Something kept going wrong on our side, so we stopped trying.';
    expect(await runsOf(app, maya.userId)).toMatchObject([{ reason }, { reason }, { reason }, {}]);
    const notices = await app.db.selectFrom('notices').select('details').where('topic', '=', 'run_failed').execute();
    expect(notices).toMatchObject(
      Array.from({ length: 3 }, () => ({ details: { title: '“Morning post” couldn’t finish', detail: reason } })),
    );
    expect(await listDeadLetters(app.db, 10), 'the operator still sees them').toHaveLength(3);

    // An operator runs them again, too late.
    await retryDeadLetters(app.database.jobStore, null, createLog('silent'));
    await runAutomations(app);
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'done']);
  });

  test('is left alone while it has another job, or waits in line or for its owner', async () => {
    isBroken = false;
    const automationId = await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [NOTE] });
    for (let count = 0; count <= RUNS_AT_A_TIME; count += 1) await startRun(app, maya.userId, automationId);
    await app.db.updateTable('automation_runs').set({ status: 'paused' }).where('status', '=', 'queued').execute();
    await startRun(app, maya.userId, automationId);
    const before = ['paused', 'queued', 'running', 'running', 'running'];
    expect((await statuses()).toSorted()).toEqual(before);
    for (const { id } of await runsOf(app, maya.userId)) await giveUp(id);
    expect((await statuses()).toSorted()).toEqual(before);
    await runAutomations(app);
    expect((await statuses()).toSorted()).toEqual(['done', 'done', 'done', 'done', 'paused']);
  });

  /** A run whose only step is under way, and whose job is gone. */
  async function anInterruptedRun(step: Step): Promise<string> {
    await startRun(app, maya.userId, await anAutomation(app, maya.userId, { trigger: BY_HAND, steps: [step] }));
    const [run] = await runsOf(app, maya.userId);
    const runId = run?.id ?? '';
    const about = { user_id: maya.userId, run_id: runId, key: step.id, place: 1, started_at: app.clock.current() };
    await app.db
      .insertInto('automation_run_steps')
      .values({ ...about, status: 'running' })
      .execute();
    await app.db.deleteFrom('scheduled_jobs').where('queue', '=', 'automation-run').execute();
    return runId;
  }

  test('says of a call that was under way that it may have happened', async () => {
    const runId = await anInterruptedRun({ kind: 'email', id: 's1', to: 'me', subject: 'A post', body: 'hello' });
    await giveUp(runId);
    expect(await stepsOf(app, runId)).toMatchObject([{ status: 'unknown' }]);
    expect(await statuses()).toEqual(['failed']);
  });

  test('repeats a step that is harmless to repeat, once its owner retries it', async () => {
    const runId = await anInterruptedRun(NOTE);
    await giveUp(runId);
    isBroken = false;
    await maya.api.powerUps.automations.retryRun.mutate({ runId });
    await runAutomations(app);
    expect(await statuses()).toEqual(['done']);
  });
});
