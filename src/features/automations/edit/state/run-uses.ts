import type { Step } from '#contract/automations/steps.ts';
import { viewOf } from '../../steps/step-views.ts';

const NOTHING = { messages: 0, templates: 0, emailsToMe: 0, emailsToOthers: 0, approvals: 0 };
export type RunCounts = typeof NOTHING;
type Name = keyof RunCounts;
/** What one run uses at least and at most: conditions and lists decide how much of it. */
export type RunUses = { least: RunCounts; most: RunCounts };

const combine = (a: RunCounts, b: RunCounts, of: (a: number, b: number) => number): RunCounts => ({
  messages: of(a.messages, b.messages),
  templates: of(a.templates, b.templates),
  emailsToMe: of(a.emailsToMe, b.emailsToMe),
  emailsToOthers: of(a.emailsToOthers, b.emailsToOthers),
  approvals: of(a.approvals, b.approvals),
});
const sum = (a: number, b: number) => a + b;
const one = (name: Name): RunUses => {
  const counts = { ...NOTHING, [name]: 1 };
  return { least: counts, most: counts };
};

function usesOf(step: Step, ownerEmail: string): RunUses {
  if (step.kind === 'condition') {
    const [then, otherwise] = [runUses(step.then, ownerEmail), runUses(step.otherwise, ownerEmail)];
    return {
      least: combine(then.least, otherwise.least, Math.min),
      most: combine(then.most, otherwise.most, Math.max),
    };
  }
  if (step.kind === 'loop') {
    const { most } = runUses(step.steps, ownerEmail);
    return { least: NOTHING, most: combine(most, NOTHING, (count) => count * step.max) };
  }
  const used = viewOf(step).uses?.(step, ownerEmail);
  return used ? one(used) : { least: NOTHING, most: NOTHING };
}

/** What one run that isn't stopped uses of the plan and of the owner's time. */
export const runUses = (steps: readonly Step[], ownerEmail: string): RunUses =>
  steps
    .map((step) => usesOf(step, ownerEmail))
    .reduce<RunUses>(
      (all, { least, most }) => ({ least: combine(all.least, least, sum), most: combine(all.most, most, sum) }),
      { least: NOTHING, most: NOTHING },
    );
