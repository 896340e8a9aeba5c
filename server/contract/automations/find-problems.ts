import { assistantById, canUseAssistant } from '../chat/assistants.ts';
import { PREMIUM_TEMPLATES_TIER } from '../billing/limits.ts';
import { isAtLeast, type Tier } from '../billing/tiers.ts';
import { parseEmail } from '../account/email-address.ts';
import { valuesBefore } from './available-values.ts';
import { allSteps } from './all-steps.ts';
import type { Definition } from './definition.ts';
import type { Step, StepOf } from './steps.ts';
import type { Trigger } from './triggers.ts';
import { referencesIn } from './values.ts';

/** What is wrong with a step, or with the trigger (`stepId` is null), as a sentence. `fix` names the button that mends it. */
export type Problem = { stepId: string | null; text: string; fix: 'confirm_address' | 'upgrade' | null };
export type OwnTemplate = { id: string; isPremium: boolean };
/** What the browser and the server know about the owner. Until `templates` has loaded, no template counts as missing. */
export type Owner = {
  tier: Tier;
  email: string;
  confirmedAddresses: readonly string[];
  templates?: readonly OwnTemplate[] | undefined;
};

const NEEDED = {
  schedule: 'Choose at least one day.',
  timeZone: 'Choose a time zone.',
  cron: 'Write the five parts of a cron expression, such as “0 8 * * 1-5”.',
  form: 'Give each field of the form a name.',
  parts: 'Give each part a name.',
  prompt: 'Write what to ask.',
  template: 'Choose a template.',
  query: 'Write what to look for.',
  subject: 'Write a subject.',
  body: 'Write what the email says.',
  to: 'Choose who gets the email.',
  url: 'Enter the full address to call, beginning with https://.',
  fields: 'Give each field a name.',
  note: 'Write what to remember.',
  post: 'Choose what to put into the conversation.',
  notify: 'Write what the notification says.',
  approve: 'Choose what to approve.',
  value: 'Choose a value to check.',
  than: 'Write what to compare it with.',
  over: 'Choose the list to go through.',
  inside: 'Add at least one step for each item.',
  steps: 'Add at least one step.',
} as const;

/** Why a step can't fill in the template that it names. */
export const TEMPLATE_GONE = 'This template isn’t here anymore.';

const isBlank = (text: string) => text.trim() === '';
/** Whether it can be called is checked again, with its address, when it is. */
const isHttps = (url: string) => /^https:\/\/[^\s/?#][^\s/?#.]*\.[^\s/?#]+(?:[/?#]\S*)?$/.test(url);

function missingIn(trigger: Trigger): string | null {
  if (trigger.kind === 'manual') return trigger.form.some(({ label }) => isBlank(label)) ? NEEDED.form : null;
  if (trigger.kind !== 'schedule') return null;
  const { schedule } = trigger;
  if (isBlank(trigger.timeZone)) return NEEDED.timeZone;
  if (schedule.every === 'week' && schedule.weekdays.length === 0) return NEEDED.schedule;
  return schedule.every === 'cron' && schedule.expression.trim().split(/\s+/).length !== 5 ? NEEDED.cron : null;
}

function missingInStep(step: Step): string | null {
  switch (step.kind) {
    case 'ask':
      if (isBlank(step.prompt)) return NEEDED.prompt;
      return step.parts.some(({ label }) => isBlank(label)) ? NEEDED.parts : null;
    case 'template':
      return isBlank(step.templateId) ? NEEDED.template : null;
    case 'search':
      return isBlank(step.query) ? NEEDED.query : null;
    case 'email':
      if (isBlank(step.to)) return NEEDED.to;
      return isBlank(step.subject) ? NEEDED.subject : isBlank(step.body) ? NEEDED.body : null;
    case 'webhook':
      if (!isHttps(step.url)) return NEEDED.url;
      return step.fields.some((field) => isBlank(field.name)) ? NEEDED.fields : null;
    case 'note':
      return isBlank(step.text) ? NEEDED.note : null;
    case 'post':
      return isBlank(step.text) ? NEEDED.post : null;
    case 'notify':
      return isBlank(step.text) ? NEEDED.notify : null;
    case 'approve':
      return isBlank(step.text) ? NEEDED.approve : null;
    case 'condition':
      if (step.value === '') return NEEDED.value;
      return step.test !== 'is_empty' && step.test !== 'is_not_empty' && isBlank(step.than) ? NEEDED.than : null;
    case 'loop':
      return step.over === '' ? NEEDED.over : step.steps.length === 0 ? NEEDED.inside : null;
    case 'wait':
      return null;
  }
}

/** The values that a step itself uses, not those of the steps inside it. */
export function referencesOf(step: Step): string[] {
  switch (step.kind) {
    case 'ask':
      return referencesIn(step.prompt);
    case 'template':
      return Object.values(step.values).flatMap(referencesIn);
    case 'search':
      return referencesIn(step.query);
    case 'email':
      return [step.subject, step.body].flatMap(referencesIn);
    case 'webhook':
      return step.fields.flatMap((field) => referencesIn(field.value));
    case 'approve':
      return [step.title, step.text].flatMap(referencesIn);
    case 'note':
    case 'post':
    case 'notify':
      return referencesIn(step.text);
    case 'condition':
      return [...(step.value === '' ? [] : [step.value]), ...referencesIn(step.than)];
    case 'loop':
      return step.over === '' ? [] : [step.over];
    case 'wait':
      return [];
  }
}

function problemOfTemplate({ id: stepId, templateId }: StepOf<'template'>, { tier, templates }: Owner): Problem[] {
  if (!templates) return [];
  const found = templates.find(({ id }) => id === templateId.toLowerCase());
  if (!found) return [{ stepId, text: TEMPLATE_GONE, fix: null }];
  if (!found.isPremium || isAtLeast(tier, PREMIUM_TEMPLATES_TIER)) return [];
  return [{ stepId, text: 'This template isn’t in your plan.', fix: 'upgrade' }];
}

function problemsOfStep(definition: Definition, step: Step, owner: Owner): Problem[] {
  const missing = missingInStep(step);
  if (missing) return [{ stepId: step.id, text: missing, fix: null }];
  const known = new Map(valuesBefore(definition, step.id).map((one) => [one.reference, one]));
  // What a call brings isn't known before the first one.
  const isSent = (reference: string) => definition.trigger.kind === 'webhook' && reference.startsWith('trigger.');
  if (referencesOf(step).some((reference) => !known.has(reference) && !isSent(reference)))
    return [{ stepId: step.id, text: 'This uses a value that no earlier step has.', fix: null }];
  if (step.kind === 'loop' && !isSent(step.over) && known.get(step.over)?.kind !== 'list')
    return [{ stepId: step.id, text: 'Choose a list. This value isn’t one.', fix: null }];
  if (step.kind === 'ask' && !canUseAssistant(owner.tier, step.assistantId)) {
    const { name } = assistantById(step.assistantId);
    return [{ stepId: step.id, text: `${name} isn’t in your plan.`, fix: 'upgrade' }];
  }
  if (step.kind === 'template') return problemOfTemplate(step, owner);
  if (step.kind === 'email' && step.to !== 'me' && step.to.toLowerCase() !== owner.email.toLowerCase()) {
    if (parseEmail(step.to) === undefined)
      return [{ stepId: step.id, text: 'Enter a valid email address.', fix: null }];
    if (!owner.confirmedAddresses.includes(step.to.toLowerCase()))
      return [{ stepId: step.id, text: 'This address isn’t confirmed yet.', fix: 'confirm_address' }];
  }
  return [];
}

/** What has to be mended before this can run, in the order of the steps; at most one for each step. */
export function findProblems(definition: Definition, owner: Owner): Problem[] {
  const { trigger, steps } = definition;
  const ofTrigger = missingIn(trigger);
  return [
    ...(ofTrigger ? [{ stepId: null, text: ofTrigger, fix: null }] : []),
    ...(steps.length === 0 ? [{ stepId: null, text: NEEDED.steps, fix: null }] : []),
    ...allSteps(steps).flatMap((step) => problemsOfStep(definition, step, owner)),
  ];
}
