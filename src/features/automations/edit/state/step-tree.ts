import { allSteps, branchesOf, withBranch, type Branch } from '#contract/automations/all-steps.ts';
import type { Step } from '#contract/automations/steps.ts';

/** Where a step is: in the automation's own list, or in one inside a condition or a loop. */
export type Place = { parent: { id: string; branch: Branch } | null; index: number };

/** Conditions and loops may hold each other once (`stepSchema`). */
const DEPTH_MAX = 2;

export const findStep = (steps: readonly Step[], id: string): Step | undefined =>
  allSteps(steps).find((step) => step.id === id);

/** The steps with every list replaced, from the inside out. */
function mapLists(steps: readonly Step[], map: (list: Step[], parent: Place['parent']) => Step[]): Step[] {
  const inside = (list: readonly Step[], parent: Place['parent']): Step[] =>
    map(
      list.map((step) =>
        branchesOf(step).reduce(
          (whole, { branch, steps: inner }) => withBranch(whole, branch, inside(inner, { id: step.id, branch })),
          step,
        ),
      ),
      parent,
    );
  return inside(steps, null);
}

export const replaceStep = (steps: readonly Step[], id: string, change: (step: Step) => Step): Step[] =>
  mapLists(steps, (list) => list.map((step) => (step.id === id ? change(step) : step)));

export const removeStep = (steps: readonly Step[], id: string): Step[] =>
  mapLists(steps, (list) => list.filter((step) => step.id !== id));

const isSame = (a: Place['parent'], b: Place['parent']) => a?.id === b?.id && a?.branch === b?.branch;

export const insertStep = (steps: readonly Step[], { parent, index }: Place, step: Step): Step[] =>
  mapLists(steps, (list, of) => (isSame(of, parent) ? list.toSpliced(index, 0, step) : list));

/** Where a step is. */
export function placeOf(steps: readonly Step[], id: string, parent: Place['parent'] = null): Place | null {
  const index = steps.findIndex((step) => step.id === id);
  if (index !== -1) return { parent, index };
  for (const step of steps)
    for (const { branch, steps: inner } of branchesOf(step)) {
      const found = placeOf(inner, id, { id: step.id, branch });
      if (found) return found;
    }
  return null;
}

/** The list that a place is in. */
function listAt(steps: readonly Step[], parent: Place['parent']): readonly Step[] {
  if (parent === null) return steps;
  const step = findStep(steps, parent.id);
  return (step && branchesOf(step).find(({ branch }) => branch === parent.branch)?.steps) ?? [];
}

/** How many conditions and loops a step is, with those inside it. */
const heightOf = (step: Step): number => {
  const branches = branchesOf(step);
  return branches.length === 0 ? 0 : 1 + Math.max(0, ...branches.flatMap(({ steps }) => steps.map(heightOf)));
};
/** How many conditions and loops a place is inside of. */
function depthOf(steps: readonly Step[], parent: Place['parent']): number {
  if (parent === null) return 0;
  return 1 + depthOf(steps, placeOf(steps, parent.id)?.parent ?? null);
}
/** Whether conditions and loops would be inside each other only as often as they may. */
export const fitsAt = (steps: readonly Step[], parent: Place['parent'], step: Step): boolean =>
  heightOf(step) === 0 || depthOf(steps, parent) + heightOf(step) <= DEPTH_MAX;

/** The lists of a step that are on the screen: a condition that only decides whether to continue shows none. */
export const shownBranches = (step: Step): { branch: Branch; steps: Step[] }[] => {
  const branches = branchesOf(step);
  return branches.length > 1 && branches.every(({ steps }) => steps.length === 0) ? [] : branches;
};

/** Where a step goes when it moves one place up or down: past its neighbor, into a condition or loop, or out of the one it is in. */
function nextPlace(steps: readonly Step[], id: string, by: -1 | 1): Place | null {
  const place = placeOf(steps, id);
  const step = findStep(steps, id);
  if (!place || !step) return null;
  const list = listAt(steps, place.parent);
  const neighbor = list[place.index + by];
  if (neighbor) {
    const inside = by === 1 ? shownBranches(neighbor)[0] : shownBranches(neighbor).at(-1);
    const parent = inside && { id: neighbor.id, branch: inside.branch };
    if (parent && fitsAt(steps, parent, step)) return { parent, index: by === 1 ? 0 : inside.steps.length };
    return { parent: place.parent, index: place.index + by };
  }
  if (place.parent === null) return null;
  const { id: outerId, branch } = place.parent;
  const outer = findStep(steps, outerId);
  const outerPlace = placeOf(steps, outerId);
  if (!outer || !outerPlace) return null;
  const branches = branchesOf(outer);
  const sibling = branches[branches.findIndex((one) => one.branch === branch) + by];
  if (sibling) return { parent: { id: outerId, branch: sibling.branch }, index: by === 1 ? 0 : sibling.steps.length };
  return { parent: outerPlace.parent, index: outerPlace.index + (by === 1 ? 1 : 0) };
}

/** The steps after one of them moved up or down, or the same steps if it can't. */
export function moveStep(steps: readonly Step[], id: string, by: -1 | 1): readonly Step[] {
  const step = findStep(steps, id);
  const next = nextPlace(steps, id, by);
  return step && next ? insertStep(removeStep(steps, id), next, step) : steps;
}

/** A copy of a step, with those inside it, under ids of their own. Values that steps inside it use from each other stay theirs. */
export function copyStep(step: Step, newId: () => string): Step {
  const ids = new Map(allSteps([step]).map(({ id }) => [id, newId()]));
  const text = JSON.stringify(step).replaceAll(
    /"id":"(s[a-z0-9]+)"|\{\{(s[a-z0-9]+)\.|"(value|over)":"(s[a-z0-9]+)\./g,
    (whole, id?: string, inText?: string, field?: string, reference?: string) => {
      if (id !== undefined) return `"id":"${ids.get(id) ?? id}"`;
      if (inText !== undefined) return `{{${ids.get(inText) ?? inText}.`;
      return field !== undefined && reference !== undefined ? `"${field}":"${ids.get(reference) ?? reference}.` : whole;
    },
  );
  return JSON.parse(text) as Step; // reason: only ids were replaced
}
