import { randomUUID } from 'node:crypto';
import { LOOP_ITEMS_MAX, RUN_STEPS_MAX } from '#contract/automations/automation-limits.ts';
import type { LeafStep, Step, StepOf } from '#contract/automations/steps.ts';
import { referencesIn, valueText, type Values } from '#contract/automations/values.ts';
import type { RehearsedRun, RehearsedStep } from '../automations.dto.ts';
import { holds } from '../runs/holds.ts';
import { StepError, type Rehearsed, type RehearsalContext, type StepHandlers } from '../steps/step-handler.ts';
import { decidedWords, undecidedWords } from './condition-words.ts';
import { createRehearsalScope, type RehearsalScope } from './rehearsal-scope.ts';
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
  /** Told of what went wrong that isn't the owner's business. */
  onFailure: (error: unknown) => void;
};
/** One run of it: when it would start, and the values it would start with, by their sources. */
export type Occasion = { at: Date; about: string | null; values: Readonly<Record<string, Values>> };

/** Where a step is. `times`: how many times it would run at most. */
type Place = { prefix: string; items: number[]; onlyIf: RehearsedStep['onlyIf']; times: number };

/** The texts of an answer in parts. What is no text is seen where it is used. */
function partsText(step: LeafStep, output: Values): string | null {
  const parts = step.kind === 'ask' ? step.parts : [];
  const texts = parts.flatMap(({ name, label, kind }) => {
    const value = output[name];
    return value === undefined || (kind !== 'text' && kind !== 'list') ? [] : [{ label, text: valueText(value) }];
  });
  const [only] = texts;
  if (texts.length <= 1) return only?.text ?? null;
  return texts.map(({ label, text }) => `${label}: ${text}`).join('\n\n');
}

/** Walks through the steps of one run like the engine would, and carries nothing out. */
export async function rehearseRun(
  rehearsal: RehearsalOf,
  occasion: Occasion,
  room: Room,
): Promise<{ run: RehearsedRun; uses: Uses }> {
  const { handlers, problemOf, labelOf, signal } = rehearsal;
  const log = createStepLog(room);
  const run = { id: randomUUID(), chain: [] };
  let now = occasion.at;
  /** We don't know when the owner will answer an approval. */
  let isTimeKnown = true;
  let walked = 0;
  let stopsAt: RehearsedRun['stopsAt'] = null;

  function add(
    step: Step,
    place: Place,
    at: Date | null,
    what: Pick<RehearsedStep, 'outcome' | 'text' | 'body'>,
  ): void {
    const assistantId = step.kind === 'ask' || step.kind === 'post' ? step.assistantId : null;
    const { items, onlyIf, times } = place;
    const { outcome, text, body } = what;
    const where = { stepId: step.id, kind: step.kind, assistantId, items, onlyIf, at: at?.toISOString() ?? null };
    log.add({ ...where, outcome, text, body }, times);
  }

  async function carryOut(step: LeafStep, place: Place, scope: RehearsalScope): Promise<Rehearsed> {
    const { userId, access, timeZone, automation } = rehearsal;
    try {
      return await rehearseStep(handlers, step, {
        userId,
        access,
        timeZone,
        automation,
        run,
        key: place.prefix + step.id,
        now,
        valueOf: scope.valueOf,
        labelOf,
        signal,
        takeAnswer: () => place.onlyIf === null && place.times === 1 && rehearsal.takeAnswer(),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StepError)
        return { outcome: error.isTemporary ? 'unclear' : 'stops', text: error.message, body: null, output: {} };
      rehearsal.onFailure(error);
      return { outcome: 'unclear', text: NOT_REHEARSED, body: null, output: {} };
    }
  }

  /** Whether the run ends here, or the branch that only might be taken. */
  async function leaf(step: LeafStep, place: Place, scope: RehearsalScope): Promise<boolean> {
    const at = isTimeKnown ? now : null;
    const done = await carryOut(step, place, scope);
    const body = done.outcome === 'written' ? (done.body ?? partsText(step, done.output)) : done.body;
    add(step, place, at, { ...done, body });
    if (done.outcome === 'stops') {
      if (place.onlyIf === null) stopsAt = { stepId: step.id, why: done.text };
      return true;
    }
    now = done.until ?? now;
    isTimeKnown &&= step.kind !== 'approve';
    scope.add(step.id, done.output);
    return false;
  }

  async function condition(step: StepOf<'condition'>, place: Place, scope: RehearsalScope): Promise<boolean> {
    const at = isTimeKnown ? now : null;
    const value = scope.valueOf(step.value);
    const isDecided = value !== undefined && referencesIn(step.than).every((one) => scope.valueOf(one) !== undefined);
    const than = scope.fill(step.than);
    const label = labelOf(step.value);
    if (!isDecided) {
      add(step, place, at, { outcome: 'unclear', text: undecidedWords(step, label, than), body: null });
      const before = { ...log.uses };
      const ended = await walk(step.then, { ...place, onlyIf: 'holds' }, scope.inner());
      const then = { ...log.uses };
      Object.assign(log.uses, before);
      const other = await walk(step.otherwise, { ...place, onlyIf: 'fails' }, scope.inner());
      // Only one of the two happens.
      for (const kind of ['messages', 'approvals', 'emails'] as const)
        log.uses[kind] = Math.max(log.uses[kind], then[kind]);
      if (ended || other || step.stops) log.becomeUncertain();
      return ended && (other || step.stops);
    }
    const isMet = holds(step.test, value, than);
    const text = decidedWords(step, label, value, isMet);
    const ends = !isMet && step.stops;
    add(step, place, at, { outcome: ends && step.otherwise.length === 0 ? 'stops' : 'would', text, body: null });
    if (await walk(isMet ? step.then : step.otherwise, place, scope.inner())) return true;
    if (ends && place.onlyIf === null) stopsAt = { stepId: step.id, why: text };
    return ends;
  }

  async function loop(step: StepOf<'loop'>, place: Place, scope: RehearsalScope): Promise<boolean> {
    const at = isTimeKnown ? now : null;
    const list = scope.valueOf(step.over);
    const most = Math.min(step.max, LOOP_ITEMS_MAX);
    const inside = (index: number): Place => ({
      ...place,
      prefix: `${place.prefix}${step.id}:${index}/`,
      items: [...place.items, index + 1],
    });
    if (!Array.isArray(list)) {
      const text = `We don’t know “${labelOf(step.over)}” yet. These steps would follow for each item, at most ${most} times.`;
      add(step, place, at, { outcome: 'unclear', text, body: null });
      return walk(step.steps, { ...inside(0), times: place.times * most }, scope.inner());
    }
    const items = list.slice(0, most);
    const count = items.length === 1 ? 'one item' : `each of ${items.length} items`;
    const text = items.length === 0 ? `${labelOf(step.over)} is empty, so nothing happens here.` : `For ${count}:`;
    add(step, place, at, { outcome: 'would', text, body: null });
    for (const [index, item] of items.entries()) {
      const each = scope.inner();
      each.add(step.id, { item, number: index + 1 });
      if (await walk(step.steps, inside(index), each)) return true;
    }
    return false;
  }

  async function visit(step: Step, place: Place, scope: RehearsalScope): Promise<boolean> {
    signal.throwIfAborted();
    walked += 1;
    const problem = walked > RUN_STEPS_MAX ? TOO_MANY : problemOf(step.id);
    if (problem !== null) {
      add(step, place, isTimeKnown ? now : null, { outcome: 'stops', text: problem, body: null });
      if (place.onlyIf === null) stopsAt = { stepId: step.id, why: problem };
      return true;
    }
    if (step.kind === 'condition') return condition(step, place, scope);
    return step.kind === 'loop' ? loop(step, place, scope) : leaf(step, place, scope);
  }

  async function walk(steps: readonly Step[], place: Place, scope: RehearsalScope): Promise<boolean> {
    for (const step of steps) if (await visit(step, place, scope)) return true;
    return false;
  }

  const scope = createRehearsalScope(labelOf);
  for (const [source, values] of Object.entries(occasion.values)) scope.add(source, values);
  await walk(rehearsal.steps, { prefix: '', items: [], onlyIf: null, times: 1 }, scope);
  return {
    run: { at: occasion.at.toISOString(), about: occasion.about, ...log.kept(), stopsAt },
    uses: log.uses,
  };
}
