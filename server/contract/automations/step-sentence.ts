import { allSteps } from './all-steps.ts';
import { valuesBefore } from './available-values.ts';
import type { Definition } from './definition.ts';
import type { Sentence } from './sentence-pieces.ts';
import { contractOf, type Step } from './steps.ts';
import type { Names } from './steps/step-contract.ts';

/** A step as a sentence, such as "Ask [Soshie] to write one post from [yesterday’s conversations]". */
export const stepSentence = (definition: Definition, step: Step, names: Names = {}): Sentence =>
  contractOf(step).sentence(step, {
    names,
    known: valuesBefore(definition, step.id),
    hasSent: () => {
      const all = allSteps(definition.steps);
      return all.slice(0, all.indexOf(step)).some((one) => contractOf(one).reachesOthers === true);
    },
  });

/** A step in a few words, for lists and the run page. */
export const stepTitle = (step: Step, names: Names = {}): string => contractOf(step).title(step, names);
