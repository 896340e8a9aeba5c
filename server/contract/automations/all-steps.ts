import type { Step } from './steps.ts';

// In a file without the schema library, so that the editor can use it.

/** The steps in a list, those inside conditions and loops included, in the order they are read. */
export const allSteps = (steps: readonly Step[]): Step[] =>
  steps.flatMap((step) => {
    if (step.kind === 'condition') return [step, ...allSteps(step.then), ...allSteps(step.otherwise)];
    return step.kind === 'loop' ? [step, ...allSteps(step.steps)] : [step];
  });
