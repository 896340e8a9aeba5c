import { LOOP_ITEMS_MAX } from '#contract/automations/automation-limits.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { Scope } from '../engine/scope.ts';
import type { BranchingResult } from './step-handler.ts';
import type { StepTraits } from './step-traits.ts';

type Loop = StepOf<'loop'>;

/** The items that a loop goes through; null if its list isn't known yet. There are `most` of them at most. */
export function findItems(step: Loop, scope: Scope): BranchingResult & { items: string[] | null; most: number } {
  const value = scope.valueOf(step.over);
  const most = Math.min(step.max, LOOP_ITEMS_MAX);
  const list = Array.isArray(value) ? value : [];
  const items = Array.isArray(value) || scope.isComplete ? list.slice(0, most) : null;
  return {
    items,
    most,
    input: { list },
    output: { count: Math.min(list.length, step.max) },
    would: (labelOf) => {
      const label = labelOf(step.over);
      if (items === null) {
        const text = `We don’t know “${label}” yet. These steps would follow for each item, at most ${most} times.`;
        return { outcome: 'unclear', text };
      }
      if (items.length === 0) return { outcome: 'would', text: `${label} is empty, so nothing happens here.` };
      const count = items.length === 1 ? 'one item' : `each of ${items.length} items`;
      return { outcome: 'would', text: `For ${count}:` };
    },
  };
}

export const loopTraits: StepTraits<Loop> = {
  read: ({ value }, id) => ({ kind: 'loop', id, over: value, max: LOOP_ITEMS_MAX, steps: [] }),
  write: ({ over }) => ({ value: over }),
  keep: (step, before) => ({ ...step, max: before.max }),
  next: () => 'the automation goes through a list',
};
