import type { Step, StepKind, StepOf } from '#contract/automations/steps.ts';
import type { Db } from '#db/client.ts';
import type { MailGateway } from '#server/gateways/mail.ts';
import type { OutgoingCalls } from '#server/gateways/outgoing-calls/outgoing-calls.ts';
import type { BrainService } from '#server/modules/brain/brain.service.ts';
import type { LooseAnswers } from '#server/modules/model-tasks/loose-answers.service.ts';
import type { TemplatesService } from '#server/modules/templates/templates.service.ts';
import type { UsageService } from '#server/modules/usage/usage.service.ts';
import type { HookSecrets } from '../hooks/hook-secrets.ts';
import type { RecipientLinks } from '../recipients/recipient-links.ts';
import { approveTraits, createApproveStep } from './approve.ts';
import { askTraits, createAskStep, type ModelFailure } from './ask.ts';
import { emailTraits, createEmailStep } from './email.ts';
import { conditionTraits } from './condition.ts';
import { createKnownFinder } from './find-known.ts';
import { loopTraits } from './loop.ts';
import { noteTraits, createNoteStep } from './note.ts';
import { notifyTraits, notifyStep } from './notify.ts';
import { postTraits, postStep } from './post.ts';
import { searchTraits, createSearchStep } from './search.ts';
import type { StepHandlers } from './step-handler.ts';
import type { StepTraits } from './step-traits.ts';
import { templateTraits, createTemplateStep } from './template.ts';
import { waitTraits, waitStep } from './wait.ts';
import { webhookTraits, createWebhookStep } from './webhook.ts';

type Dependencies = {
  db: Db;
  mail: Pick<MailGateway, 'send'>;
  calls: OutgoingCalls;
  links: Pick<RecipientLinks, 'stopLinks'>;
  hookSecrets: HookSecrets;
  brain: Pick<BrainService, 'chooseKnown' | 'chooseFound' | 'fitByMeaning' | 'holdsSecret' | 'suggest'>;
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

const STEP_TRAITS: { [K in StepKind]: StepTraits<StepOf<K>> } = {
  ask: askTraits,
  template: templateTraits,
  search: searchTraits,
  wait: waitTraits,
  email: emailTraits,
  webhook: webhookTraits,
  note: noteTraits,
  post: postTraits,
  notify: notifyTraits,
  approve: approveTraits,
  condition: conditionTraits,
  loop: loopTraits,
};

export const getStepTraits = (kind: StepKind): StepTraits<Step> => STEP_TRAITS[kind] as unknown as StepTraits<Step>; // reason: each kind’s traits take steps of its kind

/** Whether a word that a model wrote is a kind of step. */
export const isStepKind = (word: string): word is StepKind => Object.hasOwn(STEP_TRAITS, word);
