import { AUTOMATION_DESCRIPTION_MAX, AUTOMATION_NAME_MAX, STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { allSteps, branchesOf, isActionStep, withBranch } from '#contract/automations/all-steps.ts';
import { definitionSchema, type Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { LooseDraft, LooseStep } from '#server/prompts/automation-draft.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { DraftedAutomation } from '../automations.dto.ts';
import { isStepKind, getStepTraits } from '../steps/handlers.ts';
import { draftLine } from '../steps/step-traits.ts';
import { placeValues } from './place-values.ts';
import { readTrigger } from './read-trigger.ts';
import { LIST_NAMES } from './write-draft.ts';

/** What a draft can name. `teammate` finds one that the plan opens, by its id or name. */
export type Known = {
  timeZone: string;
  teammate: (name: string) => AssistantId | null;
  isTemplate: (id: string) => boolean;
};

/** Conditions and loops may hold each other once. */
const DEPTH_MAX = 2;
const MISPLACED = 'I left out a step that I couldn’t place.';
const UNNAMED = 'New automation';

const oneLine = (text: string, max: number) => cutAtWord(text.replaceAll(/\s+/g, ' ').trim(), max);

/**
 * One step, whose lists are still empty; null if there is no such step. What can't be used is left out, and said in
 * `notes`.
 */
function readStep(loose: LooseStep, id: string, { teammate, isTemplate }: Known, notes: string[]): Step | null {
  if (!isStepKind(loose.kind)) {
    notes.push(`I left out “${draftLine(loose.kind).slice(0, 40)}”: automations have no such step.`);
    return null;
  }
  const findTeammate = (name: string): AssistantId => {
    const found = teammate(name);
    if (found === null && name !== '') notes.push(`“${draftLine(name)}” isn’t on your team, so Brain AI does it.`);
    return found ?? 'brain_ai';
  };
  return getStepTraits(loose.kind).read(loose, id, { teammate: findTeammate, isTemplate, notes });
}

/**
 * A step that a model wrote again, with what it couldn't say of the one that was there: it is told less than a step
 * holds.
 */
const keepOfStep = (step: Step, before: Step | undefined): Step =>
  before?.kind === step.kind ? (getStepTraits(step.kind).keep?.(step, before) ?? step) : step;

/** The same for a trigger. */
function keepOfTrigger(trigger: Trigger, before: Trigger | undefined): Trigger {
  if (trigger.kind === 'schedule' && before?.kind === 'schedule')
    return { ...trigger, timeZone: before.timeZone, missed: before.missed };
  return trigger.kind === 'webhook' && before?.kind === 'webhook' ? before : trigger;
}

/**
 * An automation from what a model wrote. Its form is ours, whatever the model did: what isn't known is left out, and said in `notes`. Steps of
 * `existing`, the draft that was to be changed, keep their ids. Null if no step is left.
 */
export function readDraft(loose: LooseDraft, known: Known, existing: Definition | null): DraftedAutomation | null {
  const notes: string[] = [];
  const before = new Map(allSteps(existing?.steps ?? []).map((step) => [step.id, step]));
  let made = 0;
  const newId = (): string => {
    made += 1;
    return before.has(`s${made}`) ? newId() : `s${made}`;
  };
  const idOf = new Map<string, string>();
  const placed = new Set<LooseStep>();
  const build = (list: string, depth: number): Step[] =>
    loose.steps
      .filter(({ inside }) => inside.trim() === list)
      .flatMap((one): Step[] => {
        if (placed.size >= STEPS_MAX || placed.has(one)) return [];
        placed.add(one);
        const name = idOf.has(one.as) ? '' : one.as;
        const id = before.has(name) ? name : newId();
        const read = readStep(one, id, known, notes);
        if (read === null) return [];
        if (!isActionStep(read) && depth >= DEPTH_MAX) {
          notes.push(MISPLACED);
          return [];
        }
        const step = keepOfStep(read, before.get(id));
        if (name !== '') idOf.set(name, step.id);
        const inside = (part: string) => (name === '' ? [] : build(`${name}.${part}`, depth + 1));
        return [
          branchesOf(step).reduce((whole, { branch }) => withBranch(whole, branch, inside(LIST_NAMES[branch])), step),
        ];
      });
  const trigger = keepOfTrigger(readTrigger(loose.trigger, known, notes), existing?.trigger);
  const steps = build('', 0);
  if (placed.size < loose.steps.length)
    notes.push(placed.size >= STEPS_MAX ? `I left out everything after the first ${STEPS_MAX} steps.` : MISPLACED);
  const parsed = definitionSchema.safeParse({
    trigger,
    steps: placeValues({ trigger, steps }, idOf, notes),
    // A sentence doesn't say this, so the owner's choice stays.
    oneAtATime: existing?.oneAtATime,
  });
  if (!parsed.success || parsed.data.steps.length === 0) return null;
  return {
    name: oneLine(loose.name, AUTOMATION_NAME_MAX) || UNNAMED,
    description: oneLine(loose.description, AUTOMATION_DESCRIPTION_MAX),
    definition: parsed.data,
    notes: [...new Set(notes)],
  };
}
