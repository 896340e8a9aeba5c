import { branchesOf } from '#contract/automations/all-steps.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';
import { getStepTraits } from '../steps/handlers.ts';

type After = { next: Step | null; isLastOfLoop: boolean };

/** The step that follows one, out of the conditions and loops around it if it is their last; null if it isn't in this list. */
function after(steps: readonly Step[], stepId: string, around: After): After | null {
  for (const [place, step] of steps.entries()) {
    const following: After = steps[place + 1] ? { next: steps[place + 1] ?? null, isLastOfLoop: false } : around;
    if (step.id === stepId) return following;
    const followingInside = step.kind === 'loop' ? { next: following.next, isLastOfLoop: true } : following;
    for (const { steps: list } of branchesOf(step)) {
      const inside = after(list, stepId, followingInside);
      if (inside) return inside;
    }
  }
  return null;
}

/** What happens next if the step with this key is approved, as a sentence. */
export function nextStepWords({ steps }: Pick<Definition, 'steps'>, stepKey: string): string {
  const stepId = stepKey.split('/').at(-1) ?? stepKey;
  const found = after(steps, stepId, { next: null, isLastOfLoop: false });
  if (!found) return '';
  if (found.isLastOfLoop) return 'If you approve, the automation continues with the next item.';
  return `If you approve, ${found.next ? getStepTraits(found.next.kind).next(found.next) : 'the automation is done'}.`;
}
