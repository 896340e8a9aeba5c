import { toModelError } from '#server/gateways/model/model-error.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { KeyedHash } from '#server/lib/crypto/secrets.ts';
import { createOutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import { createHookSecrets } from '#server/modules/automations/hooks/hook-secrets.ts';
import { createApprovals } from '#server/modules/automations/approvals/approvals.service.ts';
import { createRecipientLinks } from '#server/modules/automations/recipients/recipient-links.ts';
import { createRecipients } from '#server/modules/automations/recipients/recipients.service.ts';
import { createStepHandlers } from '#server/modules/automations/steps/handlers.ts';
import { createRunValues } from '#server/modules/automations/steps/run-values.ts';
import { createLooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';

type Made = 'calls' | 'emailsToOthers' | 'hookSecrets' | 'links' | 'answers' | 'modelFailureOf' | 'hash' | 'kickRuns';
type Dependencies = Omit<
  Parameters<typeof createStepHandlers>[0] &
    Parameters<typeof createApprovals>[0] &
    Parameters<typeof createRecipients>[0],
  Made
> &
  Parameters<typeof createLooseAnswers>[0] & {
    hashesFor: (purpose: string) => [KeyedHash, ...KeyedHash[]];
    supportEmail: string;
    jobs: Pick<Jobs, 'kick'>;
    hooks: Parameters<typeof createHookSecrets>[0]['hooks'];
    /** Hosts that don't exist and are answered elsewhere. Empty in production. */
    standIns: ReadonlyMap<string, URL>;
  };

/** What the steps of automations do, and what they need from people: approvals, and addresses that agreed to get emails. */
export function createAutomationSteps(given: Dependencies) {
  const dependencies = {
    ...given,
    answers: createLooseAnswers(given),
    modelFailureOf: toModelError,
    links: createRecipientLinks({ ...given, hashes: given.hashesFor('automation emails') }),
    hash: given.hashesFor('approvals')[0],
    calls: createOutgoingCalls({ standIns: given.standIns, userAgent: `Tenfold/1.0 (+${given.publicUrl})` }),
    hookSecrets: createHookSecrets(given),
    kickRuns: () => given.jobs.kick('automation-run'),
  };
  return {
    stepHandlers: createStepHandlers(dependencies),
    runValues: createRunValues(dependencies),
    approvals: createApprovals(dependencies),
    recipients: createRecipients(dependencies),
  };
}
