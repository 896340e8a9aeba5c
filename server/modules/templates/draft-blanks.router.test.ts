import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Blank } from '#contract/templates/blanks.ts';
import { ModelError } from '#server/gateways/model/model-error.ts';
import { typeFact } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { aTemplate, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { haveUsed } from '#tests/support/usage.ts';

const common = { label: 'A label', hint: '', isRequired: true };
const BLANKS: Blank[] = [
  textBlank('who', { label: 'Who you are', ending: 'sentence' }),
  textBlank('promise'),
  { ...common, kind: 'list', name: 'topics', example: ['bread'], minItems: 2, maxItems: 3, maxLength: 20 },
  {
    ...common,
    kind: 'choice',
    name: 'often',
    example: 'weekly',
    choices: [
      { id: 'weekly', label: 'Weekly', text: 'Each week.' },
      { id: 'monthly', label: 'Monthly', text: 'Each month.' },
    ],
  },
  { ...common, kind: 'date', name: 'day', example: '2026-12-01' },
  textBlank('extra', { isRequired: false }),
];
const OURS = [
  aTemplate({
    id: 'all',
    blanks: BLANKS,
    text: { subject: null, body: BLANKS.map(({ name }) => `{{${name}}}`).join('\n') },
  }),
  aTemplate({ id: 'premium', isPremium: true }),
];
const DRAFTS = { who: 'We fire bowls.', promise: null, topics: ['Bowls', 'Cups'], often: 'monthly' };

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ templates: OURS });
});
/** What the model was asked, once it is asked for drafts. */
let asked: { instructions: string; content: string }[];
function modelSays(answer: unknown): void {
  asked = [];
  app.model.answerWith(async function* draft({ instructions, history }) {
    asked.push({ instructions, content: history.at(-1)?.content ?? '' });
    yield JSON.stringify(answer);
  });
}
type Person = Awaited<ReturnType<typeof aPerson>>;
const draft = (person: Person, values: Record<string, string | string[]> = {}, templateId = 'all', id = randomUUID()) =>
  person.api.powerUps.templates.draftBlanks.mutate({ id, templateId, values });
const messagesOf = async (person: Person) =>
  (await person.api.usage.check.query({ usageType: 'messages' })).currentUsage;

test('the template’s teammate drafts the open blanks that are needed, for one message', async () => {
  const maya = await aPerson(app, { plan: 'pro' });
  await typeFact(maya, 'We fire bowls in a wood kiln.');
  modelSays(DRAFTS);
  expect(await draft(maya, { promise: 'No hurry', extra: '' })).toEqual({
    assistantId: 'emmie',
    drafts: { who: 'We fire bowls.', topics: ['Bowls', 'Cups'], often: 'monthly' },
  });
  expect(await messagesOf(maya)).toBe(1);
  expect(asked[0]?.instructions).toContain('We fire bowls in a wood kiln.');
  const { blanks, filled } = JSON.parse(asked[0]?.content ?? '') as { blanks: Blank[]; filled: unknown }; // reason: we wrote it
  expect(blanks.map(({ name }) => name)).toEqual(['who', 'topics', 'often']);
  expect(filled).toEqual({ promise: 'No hurry' });
});

test('the same request is one message, whether it’s sent again or at once, and pays for five answers', async () => {
  const maya = await aPerson(app, { plan: 'pro' });
  const id = randomUUID();
  modelSays({ who: null, promise: null, topics: null, often: null });
  expect((await draft(maya, {}, 'all', id)).drafts).toEqual({});
  expect(await messagesOf(maya)).toBe(0);
  modelSays(DRAFTS);
  for (const one of await Promise.all([draft(maya, {}, 'all', id), draft(maya, {}, 'all', id)]))
    expect(one.drafts).toMatchObject({ who: 'We fire bowls.' });
  await draft(maya, {}, 'all', id);
  expect(await messagesOf(maya)).toBe(1);
  await draft(maya, { extra: 'Bowls' }, 'all', id);
  expect(await messagesOf(maya), 'another request under the same id').toBe(2);
  await draft(maya, {}, 'all', id);
  expect(await refusal(draft(maya, {}, 'all', id))).toBe('TOO_MANY_ATTEMPTS');
  expect(await messagesOf(maya)).toBe(2);
});

test('Brain AI drafts for a teammate that the plan doesn’t include', async () => {
  const maya = await aPerson(app);
  modelSays(DRAFTS);
  expect(await draft(maya)).toMatchObject({ assistantId: 'brain_ai' });
});

describe('a draft', () => {
  test('with a figure that nobody stated, or that doesn’t fit its blank, is left out', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    await typeFact(maya, 'A bowl costs $31.');
    modelSays({
      who: 'Bowls are $31.',
      promise: 'Now $25',
      topics: ['one'],
      often: 'hourly',
      extra: 'x',
      day: '2026-12-01',
    });
    expect((await draft(maya)).drafts).toEqual({ who: 'Bowls are $31.' });
  });

  test('with a figure of the business’s name is kept', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    const profile = {
      fullName: 'Maya',
      businessName: 'Studio 54',
      website: 'example.com',
      businessType: 'ecommerce' as const,
    };
    await maya.api.profile.update.mutate({
      ...profile,
      businessGoals: ['sales'],
      businessSize: 'small',
      revenueRange: '100k-500k',
    });
    modelSays({ ...DRAFTS, who: 'We’re Studio 54.' });
    expect((await draft(maya)).drafts).toMatchObject({ who: 'We’re Studio 54.' });
  });

  test('that isn’t there costs nothing', async () => {
    const maya = await aPerson(app, { plan: 'pro' });
    modelSays({ who: null, promise: null, topics: null, often: null });
    expect((await draft(maya)).drafts).toEqual({});
    modelSays('no object');
    expect(await refusal(draft(maya))).toBe('MODEL_FAILED');
    app.model.answerWith(async function* fail() {
      yield '';
      throw new ModelError('network');
    });
    expect(await refusal(draft(maya))).toBe('MODEL_FAILED');
    expect(await messagesOf(maya)).toBe(0);
  });
});

test('drafts are refused without an open blank, a message left, or the plan of a premium template', async () => {
  const maya = await aPerson(app);
  modelSays(DRAFTS);
  const whole = { who: 'We', promise: 'No', topics: ['A', 'B'], often: 'weekly' };
  await expect(draft(maya, whole)).rejects.toThrow('There’s no blank left that a teammate can fill in.');
  expect(await refusal(draft(maya, {}, 'premium'))).toBe('FEATURE_LOCKED');
  const { limit } = await maya.api.usage.check.query({ usageType: 'messages' });
  await haveUsed(app, maya.userId, { kind: 'messages', amount: Number(limit) });
  expect(await refusal(draft(maya))).toBe('USAGE_LIMIT');
  expect(asked).toEqual([]);
});
