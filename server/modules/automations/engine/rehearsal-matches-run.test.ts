import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { RUN_STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { referencesOf } from '#contract/automations/available-values.ts';
import { definitionSchema, type Definition } from '#contract/automations/definition.ts';
import { findProblems } from '#contract/automations/find-problems.ts';
import { STEP_KINDS, type Step, type StepKind } from '#contract/automations/steps.ts';
import type { Value } from '#contract/automations/values.ts';
import type { UserId } from '#db/types.gen.ts';
import { generateAutomation, RUN_VALUES, TRIGGER_VALUES } from '#tests/support/automations/generate-automation.ts';
import { aStoreInMemory } from '#tests/support/automations/store-in-memory.ts';
import { predictableSteps } from '#tests/support/automations/predictable-steps.ts';
import { createRandom, type Random } from '#tests/support/automations/random.ts';
import { manualClock } from '#tests/support/manual-clock.ts';
import { createRehearsalExecution } from '../rehearsal/rehearse-run.ts';
import { createRoom } from '../rehearsal/step-log.ts';
import { createRunExecution } from '../runs/run-execution.ts';
import { interpret, type Execution, type Place } from './interpret.ts';
import { createScope, type Scope } from './scope.ts';

const AUTOMATIONS = 300;
const UNCERTAIN_AUTOMATIONS = 100;
const OWNER = {
  userId: randomUUID() as UserId, // reason: a new id gets its brand here
  timeZone: 'Europe/Berlin',
  automation: { id: randomUUID(), name: 'Morning post' },
  access: {
    tier: 'ultimate',
    plan: 'ultimate',
    planName: 'Ultimate',
    status: 'active',
    isInTrial: false,
    hasTrialExpired: false,
    trialEndsAt: null,
    trialDaysLeft: 0,
    planEndsAt: null,
  },
} as const;
const never = new AbortController().signal;

/** A step that was visited: what it read, and what it returned, decided, or `ends`. */
type Visit = { key: string; kind: StepKind; stepId: string; read: Record<string, Value | undefined>; result: unknown };

/** The same execution, which notes each step that it visits, in their order. */
function traced<End>(execution: Execution<End>, visits: Map<string, Visit>): Execution<End> {
  const add = (step: Step, { key }: Place, scope: Scope | null, result: unknown) => {
    const read = Object.fromEntries(scope ? referencesOf(step).map((one) => [one, scope.valueOf(one)]) : []);
    visits.set(key, { key, kind: step.kind, stepId: step.id, read, result });
  };
  return {
    ...execution,
    execute: async (step, place, scope) => {
      const executed = await execution.execute(step, place, scope);
      if (executed !== 'again') add(step, place, scope, 'output' in executed ? executed.output : 'ends');
      return executed;
    },
    record: async (step, place, result) => {
      await execution.record(step, place, result);
      add(step, place, null, { input: result.input, output: result.output });
    },
    stop: (step, place, scope) => {
      add(step, { ...place, key: `${place.key} stops` }, null, 'ends');
      return execution.stop(step, place, scope);
    },
  };
}

/** Runs it to its end, in as many jobs as it takes: it waits, and now and then a job hands it on. */
async function run(steps: readonly Step[], random: Random, handOnShare = 0.2): Promise<Visit[]> {
  const visits = new Map<string, Visit>();
  const clock = manualClock();
  const memory = aStoreInMemory();
  const { handlers } = predictableSteps();
  const now = await clock.now();
  for (let job = 0; job < 1_000; job += 1) {
    const scope = createScope(null);
    scope.add('trigger', TRIGGER_VALUES);
    const execution = createRunExecution({
      clock,
      handlers,
      budgets: {
        findFull: async () => null,
        take: async () => undefined,
        takeCall: async () => undefined,
        giveBack: async () => undefined,
      },
      store: memory.store,
      claim: { userId: OWNER.userId, runId: randomUUID(), claim: job },
      run: {
        ...OWNER.access,
        claim: job,
        automationId: OWNER.automation.id,
        automationName: OWNER.automation.name,
        cause: 'manual',
        input: TRIGGER_VALUES,
        chain: [],
        startedAt: now,
        definition: {},
        timeZone: OWNER.timeZone,
        hasBegun: job > 0,
        used: { steps: 0, bytes: 0, isHeld: false },
      } as unknown as Parameters<typeof createRunExecution>[0]['run'], // reason: what else it has about the plan isn't read
      access: OWNER.access,
      known: memory.rows(),
      runValues: async () => RUN_VALUES,
      labelOf: (reference) => reference,
      reading: { timeZone: OWNER.timeZone, kindOf: () => undefined },
      isOver: () => random() < handOnShare,
      stopping: never,
    });
    const ended = await interpret(steps, traced(execution, visits), scope);
    const isGoingOn = ended?.ends === 'left' || (ended?.ends === 'settled' && !memory.hasEnded());
    if (!isGoingOn) return [...visits.values()];
    clock.set((memory.resumesAt() ?? (await clock.now())).toISOString());
  }
  throw new Error('the run does not end');
}

/** Rehearses it. Up to `limit` answers are written. */
async function rehearse(steps: readonly Step[], { limit }: { limit: number }): Promise<Visit[]> {
  const visits = new Map<string, Visit>();
  const clock = manualClock();
  let left = limit;
  const { execution } = createRehearsalExecution(
    {
      ...OWNER,
      signal: never,
      handlers: predictableSteps().handlers,
      takeAnswer: () => (left -= 1) >= 0,
      problemOf: () => null,
      labelOf: (reference) => reference,
      reading: { timeZone: OWNER.timeZone, kindOf: () => undefined },
      onFailure: (error) => {
        throw error;
      },
    },
    await clock.now(),
    createRoom(),
  );
  const scope = createScope((reference) => reference);
  scope.add('trigger', TRIGGER_VALUES);
  scope.add('run', RUN_VALUES);
  await interpret(steps, traced(execution, visits), scope);
  return [...visits.values()];
}

const automations = (length: number, isAllKnown: boolean): { definition: Definition; random: Random }[] =>
  Array.from({ length }, (_, seed) => {
    const random = createRandom(seed);
    return { definition: generateAutomation(random, { isAllKnown }), random };
  });
/** A rehearsal doesn't know what a call returns. */
const withoutResponse = (visit: Visit): Visit => (visit.kind === 'webhook' ? { ...visit, result: null } : visit);

test('a rehearsal visits the same steps as the run, with the same values, in 300 generated automations', async () => {
  const kinds = new Set<string>();
  let steps = 0;
  let stopped = 0;
  for (const { definition, random } of automations(AUTOMATIONS, true)) {
    expect(definitionSchema.safeParse(definition).error).toBeUndefined();
    const owner = { tier: 'ultimate' as const, email: 'maya@shop.example', confirmedAddresses: [] };
    expect(findProblems(definition, owner)).toEqual([]);
    const ran = await run(definition.steps, random);
    const rehearsed = await rehearse(definition.steps, { limit: Infinity });
    expect(rehearsed.map(withoutResponse), JSON.stringify(definition.steps)).toEqual(ran.map(withoutResponse));
    for (const { kind } of ran) kinds.add(kind);
    steps += ran.length;
    stopped += ran.some(({ result }) => result === 'ends') ? 1 : 0;
  }
  // A generator that only makes trivial automations would show nothing.
  expect(kinds).toEqual(new Set(STEP_KINDS));
  expect(steps).toBeGreaterThan(AUTOMATIONS * 5);
  expect(stopped).toBeGreaterThan(AUTOMATIONS / 10);
  expect(stopped).toBeLessThan(AUTOMATIONS / 2);
});

test('a rehearsal that doesn’t know every value yet visits all steps of the run, with the values it knows', async () => {
  let unknown = 0;
  for (const { definition, random } of automations(UNCERTAIN_AUTOMATIONS, false)) {
    const rehearsed = await rehearse(definition.steps, { limit: 0 });
    for (const { key, stepId, read } of await run(definition.steps, random)) {
      const isLike = (visit: Visit) =>
        visit.stepId === stepId &&
        Object.entries(visit.read).every(
          ([reference, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(read[reference]),
        );
      const found = rehearsed.find(isLike);
      expect(found, `${key} of ${JSON.stringify(definition.steps)}`).toBeDefined();
      if (Object.values(found?.read ?? {}).includes(undefined)) unknown += 1;
    }
  }
  expect(unknown).toBeGreaterThan(UNCERTAIN_AUTOMATIONS / 4);
});

test('a rehearsal and a run of too many steps end at the same one', async () => {
  const notify = (id: string): Step => ({ kind: 'notify', id, text: 'One of many' });
  const loop = (id: string, ...steps: Step[]): Step => ({ kind: 'loop', id, over: 'trigger.items', max: 50, steps });
  const many = Array.from({ length: 20 }, (_, index) => notify(`s2${index}`));
  const steps = [loop('s1', loop('s3', ...many), notify('s4'))];
  const ran = await run(steps, createRandom(1), 0);
  expect(ran).toHaveLength(RUN_STEPS_MAX);
  expect(await rehearse(steps, { limit: 0 })).toEqual(ran);
});
