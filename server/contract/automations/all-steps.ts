import type { ActionStep, Step } from './steps.ts';

// In a file without the schema library, so that the editor can use it.

/** The lists that steps are in, inside conditions and loops. */
export type Branch = 'then' | 'otherwise' | 'steps';

/** The lists inside a step, in the order in which they are read. */
export function branchesOf(step: Step): { branch: Branch; steps: Step[] }[] {
  if (step.kind === 'loop') return [{ branch: 'steps', steps: step.steps }];
  if (step.kind !== 'condition') return [];
  return [
    { branch: 'then', steps: step.then },
    { branch: 'otherwise', steps: step.otherwise },
  ];
}

/** Whether a step has no steps inside it. */
export const isActionStep = (step: Step): step is ActionStep => branchesOf(step).length === 0;

/** The step with one of its lists replaced. */
export const withBranch = (step: Step, branch: Branch, steps: Step[]): Step => ({ ...step, [branch]: steps });

/** The steps in a list, those inside conditions and loops included, in the order they are read. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => [step, ...branchesOf(step).flatMap((inside) => allSteps(inside.steps))]);
