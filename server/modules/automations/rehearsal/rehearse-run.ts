import { randomUUID } from 'node:crypto';
import { RUN_STEPS_MAX } from '#contract/automations/automation-limits.ts';
import type { ActionStep, Step } from '#contract/automations/steps.ts';
import type { Values } from '#contract/automations/values.ts';
import type { RehearsedRun, RehearsedStep } from '../automations.dto.ts';
import { interpret, type Execution, type Place } from '../engine/interpret.ts';
import type { Reading } from '../engine/reading.ts';
import { createScope, type Scope } from '../engine/scope.ts';
import { boundValues } from '../runs/bound-values.ts';
import { decide } from '../steps/condition.ts';
import { getStepTraits } from '../steps/handlers.ts';
import { StepError, type Rehearsed, type RehearsalContext, type StepHandlers } from '../steps/step-handler.ts';
import { rehearseStep } from './rehearse-step.ts';
import { createStepLog, type Room, type Uses } from './step-log.ts';

const TOO_MANY = `A run has at most ${RUN_STEPS_MAX} steps, so it would fail here.`;
const NOT_REHEARSED = 'This step couldn’t be rehearsed. The real one may still work.';

/** What is the same for all runs of a rehearsal. */
export type RehearsalOf = Pick<
  RehearsalContext,
  'userId' | 'access' | 'timeZone' | 'automation' | 'signal' | 'takeAnswer'
> & {
  steps: readonly Step[];
  handlers: StepHandlers;
  /** What is wrong with a step, as a sentence. */
  problemOf: (stepId: string) => string | null;
  labelOf: (reference: string) => string;
  reading: Reading;
  /** Told of what went wrong that isn't the owner's business. */
  onFailure: (error: unknown) => void;
};
/** One run of it: when it would start, and the values it would start with, by their sources. */
export type Occasion = { at: Date; about: string | null; values: Readonly<Record<string, Values>> };

/** Where the steps end; null inside a branch that may not be taken, because then the run may not end there. */
type RehearsalEnd = RehearsedRun['stopsAt'];
type Said = Pick<RehearsedStep, 'outcome' | 'text'> & { body?: string | null };

/**
 * Records in `log` what each step would do, without doing it. Values that aren't known yet are undefined.
 */
export function createRehearsalExecution(rehearsal: Omit<RehearsalOf, 'steps'>, startsAt: Date, room: Room) {
  const { handlers, problemOf, labelOf, signal, timeZone, reading } = rehearsal;
  const log = createStepLog(room);
  const run = { id: randomUUID(), chain: [] };
  let now = startsAt;
  /** We don't know when the owner will answer an approval. */
  let isTimeKnown = true;
  let visited = 0;

  function add(
    step: Step,
    { items, onlyIf, times }: Place,
    { outcome, text, body = null }: Said,
    at: Date | null,
  ): void {
    const assistantId = 'assistantId' in step ? step.assistantId : null;
    const where = { stepId: step.id, kind: step.kind, assistantId, items, onlyIf, at: at?.toISOString() ?? null };
    log.add({ ...where, outcome, text, body }, times);
  }
  const beginsAt = () => (isTimeKnown ? now : null);
  const endAt = ({ id }: Step, { onlyIf }: Place, why: string): RehearsalEnd =>
    onlyIf === null ? { stepId: id, why } : null;

  async function rehearse(step: ActionStep, { key, onlyIf, times }: Place, scope: Scope): Promise<Rehearsed> {
    const { userId, access, automation } = rehearsal;
    try {
      return await rehearseStep(handlers, step, {
        userId,
        access,
        timeZone,
        automation,
        run,
        key,
        now,
        valueOf: scope.valueOf,
        labelOf,
        signal,
        takeAnswer: () => onlyIf === null && times === 1 && rehearsal.takeAnswer(),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StepError)
        return { outcome: error.isTemporary ? 'unclear' : 'stops', text: error.message, body: null, output: {} };
      rehearsal.onFailure(error);
      return { outcome: 'unclear', text: NOT_REHEARSED, body: null, output: {} };
    }
  }

  const execution: Execution<RehearsalEnd> = {
    reading,

    // Every rehearsal of a run begins with its first step.
    recall: () => undefined,

    begin: async (step, place) => {
      signal.throwIfAborted();
      visited += 1;
      const problem = visited > RUN_STEPS_MAX ? TOO_MANY : problemOf(step.id);
      if (problem === null) return null;
      add(step, place, { outcome: 'stops', text: problem }, beginsAt());
      return { ends: endAt(step, place, problem) };
    },

    execute: async (step, place, scope) => {
      const at = beginsAt();
      const done = await rehearse(step, place, scope);
      add(step, place, done, at);
      if (done.outcome === 'stops') return { ends: endAt(step, place, done.text) };
      now = done.until ?? now;
      isTimeKnown &&= getStepTraits(step.kind).waitsForOwner !== true;
      return { output: boundValues(done.output) };
    },

    record: async (step, place, { would }) => add(step, place, would(labelOf), beginsAt()),
    fail: async (step, place, { problem }) => {
      const why = problem(labelOf);
      add(step, place, { outcome: 'stops', text: `It would stop here and tell you. ${why}` }, beginsAt());
      return { ends: endAt(step, place, why) };
    },
    stop: (step, place, scope) => endAt(step, place, decide(step, scope, reading).would(labelOf).text),

    unknown: {
      visitBoth: async (first, second) => {
        const before = { ...log.uses };
        const one = await first();
        const ofFirst = { ...log.uses };
        Object.assign(log.uses, before);
        const other = await second();
        for (const kind of ['messages', 'approvals', 'emails'] as const)
          log.uses[kind] = Math.max(log.uses[kind], ofFirst[kind]);
        return [one, other];
      },
      mayEnd: log.becomeUncertain,
    },
  };
  return { execution, log };
}

/** Goes through the steps of one run, and says what each would do. */
export async function rehearseRun(
  rehearsal: RehearsalOf,
  occasion: Occasion,
  room: Room,
): Promise<{ run: RehearsedRun; uses: Uses }> {
  const { execution, log } = createRehearsalExecution(rehearsal, occasion.at, room);
  const scope = createScope(rehearsal.labelOf);
  for (const [source, values] of Object.entries(occasion.values)) scope.add(source, values);
  const ended = await interpret(rehearsal.steps, execution, scope);
  return {
    run: { at: occasion.at.toISOString(), about: occasion.about, ...log.kept(), stopsAt: ended?.ends ?? null },
    uses: log.uses,
  };
}
