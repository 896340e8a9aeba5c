import { toModelError } from '#server/gateways/model/model-error.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { createRecipientLinks } from '#server/modules/automations/recipient-links.ts';
import { createStepHandlers } from '#server/modules/automations/steps/handlers.ts';
import { createRunValues } from '#server/modules/automations/steps/run-values.ts';
import { createLooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';

type Given = Omit<Parameters<typeof createStepHandlers>[0], 'links' | 'answers' | 'modelFailureOf'>;
type Dependencies = Given &
  Parameters<typeof createLooseAnswers>[0] & {
    hashesFor: (purpose: string) => [KeyedHash, ...KeyedHash[]];
    supportEmail: string;
  };

/** What the steps of automations do, and what they need from people: approvals, and addresses that agreed to get emails. */
export function createAutomationSteps(given: Dependencies) {
  const dependencies = {
    ...given,
    answers: createLooseAnswers(given),
    modelFailureOf: toModelError,
    links: createRecipientLinks({ ...given, hashes: given.hashesFor('automation emails') }),
  };
  return {
    stepHandlers: createStepHandlers(dependencies),
    runValues: createRunValues(dependencies),
  };
}
