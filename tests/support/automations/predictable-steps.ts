import type { UserId } from '#db/types.gen.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { AppError } from '#server/lib/app-error.ts';
import { createStepHandlers } from '#server/modules/automations/steps/handlers.ts';
import { plainText } from '#server/modules/automations/steps/plain-values.ts';
import { StepError, type StepHandlers } from '#server/modules/automations/steps/step-handler.ts';
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
type Dependencies = Parameters<typeof createStepHandlers>[0];

/**
 * The product's own steps without a database and a network: the model, the Brain and other systems answer the same
 * question the same way. Emails and the answers to approvals are made up, because theirs come from tables.
 */
export function predictableSteps(): { handlers: StepHandlers } {
  const profile = {
    fullName: 'Maya',
    businessName: 'Fern & Kiln',
    website: null,
    businessType: null,
    businessTypeText: '',
    businessGoals: [],
    businessSize: null,
    revenueRange: null,
    language: '',
    timeZone: 'Europe/Berlin',
  };
  const factsFor = (question: string) =>
    IDEAS.slice(0, hashOf(question) % IDEAS.length).map((idea, index) => ({
      number: index + 1,
      kind: 'product',
      source: 'typed',
      statement: `We sell ${idea}.`,
      learnedAt: '2026-11-01T00:00:00Z',
      validFrom: null,
      validUntil: null,
      conflictsWith: [],
      sourceName: null,
    }));
  const brain = {
    fitByMeaning: async (_userId: UserId, question: () => Promise<string>) => ({ profile, known: await question() }),
    chooseKnown: (question: string) => ({
      given: { facts: factsFor(question), suggestions: [], passages: [], excerpts: [] },
    }),
    chooseFound: (question: string) => ({ facts: factsFor(question), passages: [] }),
    holdsSecret: (text: string) => text.includes('SECRET'),
    suggest: async () => true,
  } as unknown as Dependencies['brain']; // reason: the steps read nothing else of it
  const answers: Dependencies['answers'] = {
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
  } as unknown as Dependencies['templates']; // reason: the step reads nothing else of a template's page
  const own = createStepHandlers({
    db: undefined as never, // reason: none of these reads a table, except for those below
    mail: { send: async () => undefined },
    calls: { call: async ({ body }) => ({ kind: 'sent', status: 200, text: by(TEXTS, body) }) },
    links: { stopLinks: () => ({ url: '', mailto: '' }) },
    hookSecrets: { secretOf: async () => 'a secret' },
    brain,
    templates,
    usage: { reserveAgain: async () => undefined, release: async () => undefined },
    answers,
    isModelEnabled: true,
    modelFailureOf: () => ({ failure: 'error', canRetry: false, code: undefined }),
    publicUrl: 'https://tenfold.example',
  });
  return {
    handlers: {
      ...own,
      approve: {
        ...own.approve,
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
        ...own.email,
        // An empty one fails before it reads a table.
        run: async (step, context) =>
          plainText(context.fill(step.body)) === ''
            ? own.email.run(step, context)
            : { kind: 'done', input: {}, output: {}, emails: 1 },
        rehearse: async (step, context) =>
          plainText(context.fill(step.body)) === ''
            ? own.email.rehearse(step, context)
            : { outcome: 'would', text: 'It would be sent.', body: null, output: {} },
      },
    },
  };
}
