import type { UserId } from '#db/types.gen.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createApproveStep } from '#server/modules/automations/steps/approve.ts';
import { createAskStep } from '#server/modules/automations/steps/ask.ts';
import { createNoteStep } from '#server/modules/automations/steps/note.ts';
import { notifyStep } from '#server/modules/automations/steps/notify.ts';
import { plainText } from '#server/modules/automations/steps/plain-values.ts';
import { postStep } from '#server/modules/automations/steps/post.ts';
import { createSearchStep } from '#server/modules/automations/steps/search.ts';
import { StepError, wouldFail, type StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
import { createTemplateStep } from '#server/modules/automations/steps/template.ts';
import { waitStep } from '#server/modules/automations/steps/wait.ts';
import { createWebhookStep } from '#server/modules/automations/steps/webhook.ts';
import { hashOf } from './random.ts';
import { aTemplate } from '../templates.ts';

const TEXTS = [
  'Bowls are back.',
  'Yes',
  '12',
  'A longer answer about bowls. '.repeat(40),
  'x'.repeat(25_000),
  'SECRET',
];
const IDEAS = ['A bowl', 'A mug', 'A vase', 'A plate'];
const by = <T>(choices: readonly T[], text: string): T => choices[hashOf(text) % choices.length] as T; // reason: there is at least one
type AskDependencies = Parameters<typeof createAskStep>[0];
type TemplateDependencies = Parameters<typeof createTemplateStep>[0];

/**
 * The product's own steps without a database and a network: the model, the Brain and other systems answer the same question the same way.
 * Emails and the answers to approvals are made up, because theirs come from tables.
 */
export function predictableSteps(): { handlers: StepHandlers } {
  const findKnown = (async (_of: object, question: string) => {
    const facts = IDEAS.slice(0, hashOf(question) % IDEAS.length).map((idea, index) => ({
      number: index + 1,
      statement: `We sell ${idea}.`,
      learnedAt: '2026-11-01T00:00:00Z',
      validFrom: null,
      validUntil: null,
      conflictsWith: [],
      sourceName: null,
    }));
    const profile = {
      fullName: 'Maya',
      businessName: 'Fern & Kiln',
      website: null,
      businessType: null,
      businessGoals: [],
      businessSize: null,
      revenueRange: null,
      language: '',
      timeZone: 'Europe/Berlin',
    };
    return { profile, given: { facts, suggestions: [], passages: [], excerpts: [] } };
  }) as unknown as AskDependencies['findKnown']; // reason: the steps read nothing else of it
  const answers: AskDependencies['answers'] = {
    write: async (_userId, task, input) => by(TEXTS, task.write(input).content),
    fillIn: async (_userId, task, input, { clean }) => {
      const { content } = task.write(input);
      return task.schema.parse({
        draft: clean(by(TEXTS, content)),
        score: hashOf(content) % 20,
        worth: hashOf(content) % 2 === 0,
        ideas: IDEAS.slice(0, hashOf(content) % 5),
        due: by(['2026-12-01', '2026-12-24'], content),
      });
    },
  };
  const template = aTemplate();
  const templates = {
    get: async () => ({ template, fills: { name: { value: 'Ana' } } }),
    use: async (_userId: UserId, { values }: { values: Parameters<typeof checkValues>[1] }) => {
      const checked = checkValues(template.blanks, values);
      const rendered = renderTemplate(template, checked.values);
      if (Object.keys(checked.problems).length > 0 || rendered.missing.length > 0) throw new AppError('INVALID_INPUT');
      return rendered;
    },
  } as unknown as TemplateDependencies['templates']; // reason: the step reads nothing else of a template's page
  const approve = createApproveStep({ db: undefined as never }); // reason: a rehearsal reads no table
  const webhook = createWebhookStep({
    calls: { call: async ({ body }) => ({ kind: 'sent', status: 200, text: by(TEXTS, body) }) },
    hookSecrets: { secretOf: async () => 'a secret' },
  });
  return {
    handlers: {
      ask: createAskStep({
        findKnown,
        answers,
        usage: { reserveAgain: async () => undefined, release: async () => undefined },
        isModelEnabled: true,
        modelFailureOf: () => ({ failure: 'error', canRetry: false, code: undefined }),
      }),
      template: createTemplateStep({ templates }),
      search: createSearchStep({ findKnown }),
      wait: waitStep,
      webhook,
      note: createNoteStep({ brain: { holdsSecret: (text) => text.includes('SECRET'), suggest: async () => true } }),
      post: postStep,
      notify: notifyStep,
      approve: {
        ...approve,
        run: async (step, { fill, waiting, now }) => {
          const text = plainText(fill(step.text));
          if (text === '') throw new StepError('There is nothing to approve.');
          const until = new Date(now.getTime() + 60 * 60_000);
          return waiting
            ? { kind: 'done', input: {}, output: { text } }
            : { kind: 'waits', input: {}, until, reason: 'Waiting' };
        },
      },
      email: {
        effect: 'outside',
        timeLimitMs: 60_000,
        run: async (step, { fill }) => {
          if (plainText(fill(step.body)) === '') throw new StepError('It would be empty.');
          return { kind: 'done', input: {}, output: {}, emails: 1 };
        },
        rehearse: async (step, { fill }) =>
          plainText(fill(step.body)) === ''
            ? wouldFail('It would be empty.')
            : { outcome: 'would', text: 'It would be sent.', body: null, output: {} },
      },
    },
  };
}
