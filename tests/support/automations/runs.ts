import { randomUUID } from 'node:crypto';
import type { Definition } from '#contract/automations/definition.ts';
import { STEP_KINDS, type ActionStep } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { RunCause } from '#contract/automations/run-states.ts';
import type { Values } from '#contract/automations/values.ts';
import { holdPerson } from '#db/queries/identity/users.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type {
  StepContext,
  StepHandler,
  StepHandlers,
  StepOutcome,
} from '#server/modules/automations/steps/step-handler.ts';
import { arm } from '#server/modules/automations/schedule/arm.ts';
import type { TestApp } from '../test-app.ts';
import { haveUsed } from '../usage.ts';

export const BY_HAND: Trigger = { kind: 'manual', form: [] };

type Options = { id?: string; isOn?: boolean; name?: string; version?: number };
/** An automation of a person, turned on, created directly in the tables. Returns its id. */
export async function anAutomation(
  app: TestApp,
  userId: UserId,
  definition: Definition,
  { id = randomUUID(), isOn = true, name = 'Morning post', version = 1 }: Options = {},
): Promise<string> {
  const now = await app.clock.now();
  const receipt = isOn ? await haveUsed(app, userId, { kind: 'automations', amount: 1 }) : null;
  await app.db
    .insertInto('automations')
    .values({
      user_id: userId,
      id,
      name,
      assistant_type: 'soshie',
      trigger_kind: definition.trigger.kind,
      receipt_id: receipt,
      turned_on_at: isOn ? now : null,
      live_version: version,
      draft_version: version,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await app.db
    .insertInto('automation_versions')
    .values({ user_id: userId, automation_id: id, version, definition, created_at: now, published_at: now })
    .execute();
  if (isOn)
    await inTransaction(app.db, (trx) => arm(trx, { userId, automationId: id, trigger: definition.trigger, now }));
  return id;
}

type Start = { runId?: string; cause?: RunCause; occasion?: string; input?: Values; chain?: string[] };
/** Starts a run of it, and returns what became of that. */
export async function startRun(app: TestApp, userId: UserId, automationId: string, start: Start = {}) {
  const now = await app.clock.now();
  const { cause = 'manual', occasion = randomUUID(), input = {}, ...rest } = start;
  return inTransaction(app.db, async (trx) => {
    await holdPerson(trx, userId);
    const request = { userId, automationId, cause, occasion, input, dueAt: now, now, ...rest };
    return app.container.services.startRun(trx, request);
  });
}

/** Starts schedules that are due and carries out runs, until nothing is due anymore. */
export async function runAutomations({ container: { jobs } }: Pick<TestApp, 'container'>): Promise<void> {
  await jobs.runDue(['automation-due', 'automation-run']);
  await jobs.idle();
}

export const runsOf = (app: TestApp, userId: UserId) =>
  app.db
    .selectFrom('automation_runs')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('due_at')
    .execute();
export const stepsOf = (app: TestApp, runId: string) =>
  app.db.selectFrom('automation_run_steps').selectAll().where('run_id', '=', runId).orderBy('place').execute();

type Scripted = (step: ActionStep, context: StepContext) => Promise<StepOutcome> | StepOutcome;
/** Kinds of steps that do what the test says. */
export function scriptedSteps(
  scripts: Partial<Record<ActionStep['kind'], Scripted | Partial<StepHandler>>>,
): StepHandlers {
  const handlers = STEP_KINDS.map((kind) => {
    const script = kind === 'condition' || kind === 'loop' ? undefined : scripts[kind];
    const handler: StepHandler = {
      effect: 'none',
      timeLimitMs: 5_000,
      run: async () => ({ kind: 'done', input: {}, output: {} }),
      rehearse: async () => ({ outcome: 'would', text: '', body: null, output: {} }),
      ...(typeof script === 'function' ? { run: async (step, context) => script(step, context) } : script),
    };
    return [kind, handler];
  });
  return Object.fromEntries(handlers) as StepHandlers; // reason: every kind has one
}
