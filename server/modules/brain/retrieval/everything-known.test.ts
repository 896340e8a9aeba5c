import { beforeEach, describe, expect, test } from 'vitest';
import { FACT_TOKENS_MAX } from '#contract/brain/brain.ts';
import { estimateTokens } from '#server/modules/chat/spending.service.ts';
import { addSaid, fillBrain, knowingModel, lastPrompt, say } from '#tests/support/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Person;
beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  knowingModel(app);
});

const promptFor = async (question: string, conversation: string | null = null) => {
  const turn = await say(app, maya, question, { in: conversation });
  return { prompt: lastPrompt(app), conversationId: turn.conversation.id };
};
const factLines = (prompt: string) => prompt.split('\n').filter((line) => /^- \[f\d+\] /.test(line));

/** What a bakery told its team, sharing no words with the questions below. */
const BAKERY = [
  ['product', 'The country loaf is $9.'],
  ['product', 'Everything is baked beside walnuts and sesame.'],
  ['policy', 'No returns on bread.'],
  ['policy', 'Never discount wholesale.'],
  ['policy', 'Delivery is $5.95.'],
  ['voice', 'Never say artisanal.'],
  ['customer', 'Young families buy most of our bread.'],
  ['people', 'We are open Tuesday to Saturday from 7 to 3.'],
  ['date', 'The stollen has to be ordered until December 15.'],
] as const;

describe('while all facts fit a prompt', () => {
  test.each([
    'What do you know about us?',
    'What are our prices?',
    'What are our hours?',
    'How much is shipping?',
    'Is it safe for people with allergies?',
    'Write a refund reply',
    'A coffee shop wants 20% off',
    'Write a newsletter',
    'Who is our audience?',
    'Which deadlines do we have?',
    'Make it shorter',
  ])('a teammate who is asked %j gets all of them, by kind', async (question) => {
    for (const [kind, statement] of BAKERY) await addSaid(app, maya, [statement], { kind });
    const { prompt } = await promptFor(question);
    for (const [, statement] of BAKERY) expect(prompt).toContain(statement);
    expect(factLines(prompt).map((line) => line.slice(0, 6))).toEqual(BAKERY.map((_, index) => `- [f${index + 1}]`));
  });

  test('they stand in the same order for every question, and an answer may cite each', async () => {
    for (const [kind, statement] of BAKERY.toReversed()) await addSaid(app, maya, [statement], { kind });
    const first = await promptFor('What do we charge for bread?');
    const second = await promptFor('Who buys our bread?', first.conversationId);
    expect(factLines(second.prompt)).toEqual(factLines(first.prompt));
    const { offered } = await maya.api.brain.ofConversation.query({ conversationId: first.conversationId });
    expect(Object.values(offered).map(({ factIds }) => factIds.length)).toEqual([BAKERY.length, BAKERY.length]);
  });

  test('suggestions of documents are given, too, below what the owner said', async () => {
    await addSaid(app, maya, ['The country loaf is $9.']);
    await addSaid(app, maya, ['Rye is $11.'], { source: 'automation', state: 'suggested' });
    const { prompt } = await promptFor('What do you know about us?');
    expect(prompt.indexOf('Rye is $11.')).toBeGreaterThan(prompt.indexOf('The country loaf is $9.'));
    expect(prompt.slice(0, prompt.indexOf('Rye is $11.'))).toContain('not confirmed by the owner');
  });
});

describe('beyond that', () => {
  beforeEach(async () => {
    await addSaid(app, maya, ['Never say artisanal.'], { kind: 'voice' });
    await addSaid(app, maya, ['No returns on bread.'], { kind: 'policy' });
    await addSaid(app, maya, ['We are open Tuesday to Saturday.', 'Ana paints the signs.'], { kind: 'people' });
    await addSaid(app, maya, ['The country loaf weighs two pounds.']);
    await fillBrain(app, maya);
  });

  test('a teammate still gets how the business sounds, its rules and its hours, and what fits the question', async () => {
    const { prompt } = await promptFor('How heavy is the country loaf?');
    for (const statement of ['Never say artisanal.', 'No returns on bread.', 'open Tuesday', 'weighs two pounds'])
      expect(prompt).toContain(statement);
    expect(prompt).not.toContain('Ana paints the signs.');
    expect(prompt).not.toContain('Glaze 7 ');
    expect(prompt.indexOf('weighs two pounds')).toBeGreaterThan(prompt.indexOf('What else the team knows that fits'));
  });

  test('topics named in the last questions also count for the next one', async () => {
    const { conversationId } = await promptFor('Write a card for the country loaf.');
    expect((await promptFor('Make it shorter.', conversationId)).prompt).toContain('weighs two pounds');
    expect((await promptFor('Make it shorter.')).prompt).not.toContain('weighs two pounds');
  });

  test('facts stay within their part of the prompt', async () => {
    const { prompt } = await promptFor('Which glaze is kept on which shelf?');
    const tokens = factLines(prompt).reduce((sum, line) => sum + estimateTokens(line), 0);
    expect(tokens).toBeGreaterThan(FACT_TOKENS_MAX / 3);
    expect(tokens).toBeLessThanOrEqual(FACT_TOKENS_MAX * 1.05);
    // What stands around a statement is 12 tokens of a model: most of it is digits and signs.
    const statements = factLines(prompt).map((line) => line.slice(line.indexOf('] ') + 2, line.lastIndexOf(' (')));
    const counted = statements.reduce((sum, statement) => sum + estimateTokens(statement) + 12, 0);
    expect(counted).toBeLessThanOrEqual(FACT_TOKENS_MAX * 1.05);
  });
});

test('a few more facts than fit a prompt fill it, whatever is asked', async () => {
  const shelves = Array.from({ length: 360 }, (_, index) => `Glaze ${index} is kept on shelf ${index % 40}.`);
  await addSaid(app, maya, shelves);
  const { prompt } = await promptFor('Where do we park?');
  expect(factLines(prompt).length).toBeGreaterThan(250);
  expect(factLines(prompt).length).toBeLessThan(360);
});
