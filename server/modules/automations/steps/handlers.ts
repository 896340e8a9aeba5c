import type { Db } from '#db/client.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { OutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { TemplatesService } from '#server/modules/templates/templates.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { HookSecrets } from '../hooks/hook-secrets.ts';
import type { RecipientLinks } from '../recipients/recipient-links.ts';
import { createApproveStep } from './approve.ts';
import { createAskStep, type ModelFailure } from './ask.ts';
import { createEmailStep } from './email.ts';
import { createKnownFinder } from './find-known.ts';
import { createNoteStep } from './note.ts';
import { notifyStep } from './notify.ts';
import { postStep } from './post.ts';
import { createSearchStep } from './search.ts';
import type { StepHandlers } from './step-handler.ts';
import { createTemplateStep } from './template.ts';
import { waitStep } from './wait.ts';
import { createWebhookStep } from './webhook.ts';

type Dependencies = {
  db: Db;
  mail: Pick<MailGateway, 'send'>;
  calls: OutgoingCalls;
  links: Pick<RecipientLinks, 'stopLinks'>;
  hookSecrets: HookSecrets;
  brain: Pick<BrainService, 'chooseKnown' | 'fitByMeaning' | 'holdsSecret' | 'suggest'>;
  templates: Pick<TemplatesService, 'get' | 'use'>;
  usage: Pick<UsageService, 'reserveAgain' | 'release'>;
  answers: LooseAnswers;
  isModelEnabled: boolean;
  modelFailureOf: (error: unknown) => ModelFailure;
  publicUrl: string;
};

/** How each kind of step runs and is rehearsed, except for conditions and loops. */
export function createStepHandlers(dependencies: Dependencies): StepHandlers {
  const findKnown = createKnownFinder(dependencies);
  return {
    ask: createAskStep({ ...dependencies, findKnown }),
    template: createTemplateStep(dependencies),
    search: createSearchStep({ findKnown }),
    wait: waitStep,
    email: createEmailStep(dependencies),
    webhook: createWebhookStep(dependencies),
    note: createNoteStep(dependencies),
    post: postStep,
    notify: notifyStep,
    approve: createApproveStep(dependencies),
  };
}
