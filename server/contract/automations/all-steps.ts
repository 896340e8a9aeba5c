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

/** The numbers of the steps on the screen: the trigger is 1, and the steps inside the third are 3.1, 3.2 and so on. */
export function numbersOf(steps: readonly Step[], before = '', first = 2): Map<string, string> {
  const numbers = new Map<string, string>();
  steps.forEach((step, index) => {
    const number = `${before}${index + first}`;
    numbers.set(step.id, number);
    let inner = 1;
    for (const { steps: inside } of branchesOf(step)) {
      for (const [id, one] of numbersOf(inside, `${number}.`, inner)) numbers.set(id, one);
      inner += inside.length;
    }
  });
  return numbers;
}
