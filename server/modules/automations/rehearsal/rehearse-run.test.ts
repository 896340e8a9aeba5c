import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { VALUE_MAX } from '#contract/automations/automation-limits.ts';
import type { ActionStep, Step } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import type { UserId } from '#db/types.gen.ts';
import { exampleStep } from '#tests/support/automations/example-steps.ts';
import { predictableSteps } from '#tests/support/automations/predictable-steps.ts';
import { boundValues } from '../runs/bound-values.ts';
import type { StepHandlers } from '../steps/step-handler.ts';
import { rehearseRun } from './rehearse-run.ts';
import { createRoom } from './step-log.ts';

const { handlers: own } = predictableSteps();
const NOON = new Date('2026-11-16T12:00:00Z');

/** Rehearses one run of these steps, started by hand with `trigger`. */
async function rehearse(steps: readonly Step[], trigger: Values, handlers: Partial<StepHandlers> = {}) {
  const rehearsal = {
    userId: randomUUID() as UserId, // reason: a new id gets its brand here
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
    timeZone: 'UTC',
    automation: { id: randomUUID(), name: 'Morning post' },
    signal: new AbortController().signal,
    takeAnswer: () => true,
    steps,
    handlers: { ...own, ...handlers },
    problemOf: () => null,
    labelOf: String,
    reading: { timeZone: 'UTC', kindOf: () => undefined },
    onFailure: () => undefined,
  } as const;
  const { run } = await rehearseRun(rehearsal, { at: NOON, about: null, values: { trigger } }, createRoom());
  return run;
}

test.each<ActionStep['kind']>(['note', 'post', 'email', 'approve'])(
  'a step of the kind %s whose text would be empty would fail in a rehearsal, too',
  async (kind) => {
    const step = exampleStep(kind, { id: 's1', text: () => '{{trigger.notes}}' });
    const { steps, stopsAt } = await rehearse([step], { notes: '' });
    expect(steps).toMatchObject([{ outcome: 'stops', text: expect.stringMatching(/^It would fail\. .*empty/) }]);
    expect(stopsAt).toEqual({ stepId: 's1', why: steps[0]?.text });
    expect((await rehearse([step], { notes: 'Bowls' })).stopsAt).toBeNull();
  },
);

test('the steps of a rehearsal see values cut to what a run keeps', async () => {
  const found = 'x'.repeat(VALUE_MAX + 1);
  const seen: unknown[] = [];
  await rehearse(
    [
      exampleStep('search', { id: 's1', text: () => 'bowls' }),
      exampleStep('notify', { id: 's2', text: () => 'Found' }),
    ],
    {},
    {
      search: { ...own.search, rehearse: async () => ({ outcome: 'would', text: '', body: null, output: { found } }) },
      notify: {
        ...own.notify,
        rehearse: async (step, context) => {
          seen.push(context.valueOf('s1.found'));
          return own.notify.rehearse(step, context);
        },
      },
    },
  );
  expect(seen).toEqual([boundValues({ found })['found']]);
  expect(seen).not.toEqual([found]);
});

test('after an approval, no time of a rehearsal is known, even if the approval couldn’t be rehearsed', async () => {
  const steps = [
    exampleStep('approve', { id: 's1', text: () => 'Bowls' }),
    exampleStep('notify', { id: 's2', text: () => 'Approved' }),
  ];
  const failing: StepHandlers['approve'] = {
    ...own.approve,
    rehearse: async () => {
      throw new Error('the database is away');
    },
  };
  for (const approve of [own.approve, failing]) {
    const run = await rehearse(steps, {}, { approve });
    expect(run.steps.map(({ at }) => at)).toEqual([NOON.toISOString(), null]);
  }
});
