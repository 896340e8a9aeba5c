import { LOOP_ITEMS_MAX } from '#contract/automations/automation-limits.ts';
import { itemField } from '#contract/automations/steps/loop.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { cutItemsOf, isListOfObjects, type Values } from '#contract/automations/values.ts';
import type { Scope } from '../engine/scope.ts';
import { itemValues } from '../hooks/item-values.ts';
import { isMissing } from './holds.ts';
import type { BranchingResult } from './step-handler.ts';
import type { StepTraits } from './step-traits.ts';

type Loop = StepOf<'loop'>;

const OBJECTS = 'is a list of objects, and this loop was made before it could go through them';

/** What a loop leaves out, because it goes through a limited number of items. */
export const leftText = (left: number): string =>
  left === 1 ? 'One more item is left out.' : `${left.toLocaleString('en-US')} more items are left out.`;

/** What the steps inside a loop see of an item: itself, its place, and its fields if it is an object. */
export const valuesOfItem = (item: string, number: number): Values => ({
  ...Object.fromEntries(Object.entries(itemValues(item)).map(([name, value]) => [itemField(name), value])),
  item,
  number,
});

/** The items that a loop goes through; null if its list isn't known yet. There are `most` of them at most. */
export function findItems(step: Loop, scope: Scope): BranchingResult & { items: string[] | null; most: number } {
  const value = scope.valueOf(step.over);
  const most = Math.min(step.max, LOOP_ITEMS_MAX);
  // Before there was a choice, a list of objects was no list.
  const isList = Array.isArray(value) && !(step.ifUnknown === undefined && isListOfObjects(value));
  const list = isList ? value : [];
  const length = list.length + Number((isList && scope.valueOf(cutItemsOf(step.over))) || 0);
  const isKnown = scope.isComplete || value !== undefined;
  const unknown = isList ? null : isMissing(value) ? 'is missing' : Array.isArray(value) ? OBJECTS : 'isn’t a list';
  const items = isKnown ? list.slice(0, most) : null;
  return {
    items,
    most,
    input: { list },
    output: {
      count: Math.min(list.length, most),
      ...(items !== null && length > items.length && { left: length - items.length }),
      ...(isKnown && unknown !== null && { unknown: `It ${unknown}, so there was nothing to go through.` }),
    },
    problem:
      isKnown && unknown !== null && step.ifUnknown === 'stop'
        ? (labelOf) => `“${labelOf(step.over)}” ${unknown}, so there’s nothing to go through.`
        : null,
    would: (labelOf) => {
      const label = labelOf(step.over);
      if (items === null) {
        const text = `We don’t know “${label}” yet. These steps would follow for each item, at most ${most} times.`;
        return { outcome: 'unclear', text };
      }
      if (unknown !== null) return { outcome: 'would', text: `“${label}” ${unknown}, so nothing happens here.` };
      if (length === 0) return { outcome: 'would', text: `${label} is empty, so nothing happens here.` };
      const count = items.length === 1 ? 'one item' : `each of ${items.length} items`;
      const left = length > items.length ? ` ${leftText(length - items.length)}` : '';
      return { outcome: 'would', text: `For ${count}:${left}` };
    },
  };
}

export const loopTraits: StepTraits<Loop> = {
  read: ({ value }, id) => ({ kind: 'loop', id, over: value, max: LOOP_ITEMS_MAX, ifUnknown: 'stop', steps: [] }),
  write: ({ over }) => ({ value: over }),
  keep: (step, { max, ifUnknown }) => ({ ...step, max, ifUnknown }),
  next: () => 'the automation goes through a list',
};
