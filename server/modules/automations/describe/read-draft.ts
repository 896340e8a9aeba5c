import { AUTOMATION_DESCRIPTION_MAX, AUTOMATION_NAME_MAX, STEPS_MAX } from '#contract/automations/automation-limits.ts';
import { allSteps } from '#contract/automations/all-steps.ts';
import { definitionSchema, type Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import type { LooseDraft, LooseStep } from '#server/prompts/automation-draft.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import type { DraftedAutomation } from '../automations.dto.ts';
import { keepOfStep, keepOfTrigger } from './keep-unsaid.ts';
import { placeValues } from './place-values.ts';
import { readStep, type Known } from './read-step.ts';
import { readTrigger } from './read-trigger.ts';

/** Conditions and loops may hold each other once. */
const DEPTH_MAX = 2;
const MISPLACED = 'I left out a step that I couldn’t place.';
const UNNAMED = 'New automation';

const oneLine = (text: string, max: number) => cutAtWord(text.replaceAll(/\s+/g, ' ').trim(), max);

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
        const isContainer = one.kind === 'condition' || one.kind === 'loop';
        const name = idOf.has(one.as) ? '' : one.as;
        const id = before.has(name) ? name : newId();
        const read = isContainer && depth >= DEPTH_MAX ? null : readStep(one, id, known, notes);
        if (read === null) {
          if (isContainer) notes.push(MISPLACED);
          return [];
        }
        const step = keepOfStep(read, before.get(id));
        if (name !== '') idOf.set(name, step.id);
        const inside = (part: string) => (name === '' ? [] : build(`${name}.${part}`, depth + 1));
        if (step.kind === 'condition') return [{ ...step, then: inside('then'), otherwise: inside('otherwise') }];
        return [step.kind === 'loop' ? { ...step, steps: inside('each') } : step];
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
