import { expect, test } from 'vitest';
import { composeAnswer } from '#sandbox/model/compose.ts';
import { answerVisitor } from '#server/prompts/visitor.ts';
import { readSourceFiles } from '#tests/architecture/source-files.ts';

const siteLinks = { publicUrl: 'https://shop.example', supportEmail: 'help@shop.example' };
const instructions = answerVisitor.write({ teammate: 'brain_ai', siteLinks });
/** The first thing said, below the line that names the sandbox. */
const answer = (text: string) =>
  composeAnswer({ task: answerVisitor.id, instructions, turns: [{ role: 'user', text }] });

/** For each FAQ question, the beginning of the fact that answers it, and three other ways to ask. */
const PARAPHRASES: Record<string, { fact: string; asked: readonly (string | [question: string, fact: string])[] }> = {
  'What happens after the free trial?': {
    fact: 'When the trial ends, you move to Free',
    asked: [
      'What if my trial runs out?',
      'Do I lose everything once the trial is over?',
      'Which plan am I on when the seven days are up?',
    ],
  },
  'Do I need a card to start?': {
    fact: 'needs no credit card',
    asked: [
      'Is a credit card required for the trial?',
      'Can I try it without paying anything?',
      'Do you ask for my card details when I sign up?',
    ],
  },
  'Can I cancel anytime?': {
    fact: 'You can cancel anytime on the billing page',
    asked: ['How do I end my subscription?', 'Is there a minimum contract?', 'Can I quit whenever I want?'],
  },
  'Can I change my plan later?': {
    fact: 'You can change your plan or billing cycle',
    asked: [
      'How do I upgrade from Starter to Pro?',
      'Is it possible to downgrade?',
      'Can I switch from monthly to annual?',
    ],
  },
  'What counts as a message or a template use, and how many do I have?': {
    fact: 'Each answer from an assistant counts as one message',
    asked: [
      'When is something counted as a message?',
      ['How many messages a month are in each plan?', '500 messages with Starter'],
      ['What uses up a template?', 'Filling one in and copying it counts as one use'],
    ],
  },
  'What can automations do?': {
    fact: 'An automation carries out steps that you set up',
    asked: ['How does automation work?', 'Can you run tasks on a schedule?', 'Will it send emails by itself?'],
  },
  'Which teammates are in which plan?': {
    fact: 'The teammates by plan: Free has Brain AI',
    asked: [
      'Who do I get with Pro?',
      ['Does Starter include Emmie?', 'Included in Starter'],
      ['Which plan has Landa?', 'Ultimate adds Landa'],
    ],
  },
  'What if it’s not for us?': {
    fact: 'The money-back guarantee',
    asked: ['Can I get my money back?', 'Do you give refunds?', 'What if I don’t like it?'],
  },
  'Which languages do they speak?': {
    fact: 'The assistants answer in the language you write in',
    asked: ['Do you speak Spanish?', 'Can it write in German?', 'Is it only in English?'],
  },
  'What happens to what I write?': {
    fact: 'Your data: conversations stay in your account',
    asked: ['Is my data private?', 'Do you sell my data?', 'Who can read my conversations?'],
  },
  'Can the assistants be wrong?': {
    fact: 'The assistants can be wrong',
    asked: ['Do they make mistakes?', 'How accurate are the answers?', 'Can I trust what it says?'],
  },
};
/** The questions of the landing page. */
const QUESTIONS = readSourceFiles(/^faq\.ts$/)
  .filter(({ path }) => path === 'src/features/marketing/landing/faq.ts')
  .flatMap(({ text }) => [...text.matchAll(/question: '([^']+)'/g)].map(([, question = '']) => question));
const CASES = QUESTIONS.flatMap((question) => {
  const { fact = '', asked = [] } = PARAPHRASES[question] ?? {};
  return [[question, fact] as const, ...asked.map((one) => (typeof one === 'string' ? ([one, fact] as const) : one))];
});

test('every question of the FAQ has three paraphrases', () => {
  expect(QUESTIONS).toEqual(Object.keys(PARAPHRASES));
  expect(CASES).toHaveLength(4 * QUESTIONS.length);
});

test.each([
  ...CASES,
  ['How long is the free trial?', 'The free trial lasts 7 days'] as const,
  ['How much is Pro?', 'Plan Pro: the price is $59 a month'] as const,
])('VISITOR-11: without a model, the question %j is answered with %j', (question, fact) => {
  const [, first = ''] = answer(question).split('\n\n');
  expect(first).toContain(fact);
});
