import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { isoDayText } from '#contract/dates.ts';
import { LIMITS } from '#contract/billing/limits.ts';
import { TIERS } from '#contract/billing/tiers.ts';
import { RATINGS_SHOWN_FROM } from '#contract/templates/template-inputs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { purge, countTemplates } from '#tests/support/jobs.ts';
import { anOwnTemplate, aTemplate, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { disagreements, haveUsed } from '#tests/support/usage.ts';

const OURS = [
  aTemplate(),
  aTemplate({ id: 'premium', title: 'Premium greeting', isPremium: true }),
  aTemplate({
    id: 'choice',
    text: { subject: null, body: '{{often}}' },
    blanks: [
      {
        kind: 'choice',
        name: 'often',
        label: 'How often',
        hint: '',
        example: 'weekly',
        isRequired: true,
        choices: [
          { id: 'weekly', label: 'Every week', text: 'We write once a week.' },
          { id: 'monthly', label: 'Every month', text: 'We write once a month.' },
        ],
      },
    ],
  }),
  aTemplate({
    id: 'day',
    text: { subject: null, body: 'On {{day}}.' },
    blanks: [
      {
        kind: 'date',
        name: 'day',
        label: 'The day',
        hint: '',
        example: '2026-11-28',
        isRequired: true,
        isUpcoming: true,
      },
    ],
  }),
  aTemplate({
    id: 'options',
    text: { subject: null, body: '{{first}}\n{{second}}\n{{third}}' },
    blanks: [
      textBlank('first'),
      textBlank('second', { label: 'Second line' }),
      textBlank('third', { isRequired: false }),
    ],
  }),
];
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ templates: OURS });
});
type Person = Awaited<ReturnType<typeof aPerson>>;
const use = (person: Person, name: string, more: { id?: string; templateId?: string } = {}) =>
  person.api.powerUps.templates.use.mutate({ id: randomUUID(), templateId: 'greeting', values: { name }, ...more });
const usedBy = async (person: Person) => (await person.api.usage.check.query({ usageType: 'templates' })).currentUsage;
const receiptsOf = async (person: Person) =>
  (await person.api.usage.receipts.query({})).receipts.filter(({ kind }) => kind === 'templates');
const listed = async (person: Person, id = 'greeting') => {
  const { templates } = await person.api.powerUps.templates.list.query();
  return templates.find((template) => template.id === id);
};
const count = (results: string[], what: string) => results.filter((result) => result === what).length;

test('a choice that the owner didn’t make is asked for, not made up, and costs nothing', async () => {
  const maya = await aPerson(app);
  expect((await maya.api.powerUps.templates.get.query({ templateId: 'choice' })).fills).toEqual({});
  const useChoice = (values: Record<string, string>) =>
    maya.api.powerUps.templates.use.mutate({ id: randomUUID(), templateId: 'choice', values });
  await expect(useChoice({})).rejects.toThrow('Please fill in “How often” first.');
  expect(await usedBy(maya)).toBe(0);
  expect((await useChoice({ often: 'monthly' })).body).toBe('We write once a month.');
});

test('a day that is over is refused in the owner’s own time zone', async () => {
  const maya = await aPerson(app);
  await maya.api.profile.updatePreferences.mutate({
    language: 'en-US',
    timeZone: 'Pacific/Auckland',
    emailsAboutSignIns: true,
  });
  const { today } = await maya.api.powerUps.templates.get.query({ templateId: 'day' });
  expect(today).toBe(isoDayText(await app.clock.now(), 'Pacific/Auckland'));
  const useOn = (day: string) =>
    maya.api.powerUps.templates.use.mutate({ id: randomUUID(), templateId: 'day', values: { day } });
  await expect(useOn('2020-01-01')).rejects.toThrow('The day: This day is over.');
  expect((await useOn(today)).body).toMatch(/^On \w+day, \w+ \d+\.$/);
});

describe('100 parallel uses', () => {
  test.each(TIERS.filter((tier) => LIMITS[tier].templates !== 'unlimited'))(
    'on %s never exceed the limit, and each has a receipt',
    async (plan) => {
      const maya = await aPerson(app, { plan });
      const limit = Number(LIMITS[plan].templates);
      const left = Math.min(limit, 37);
      if (limit > left) await haveUsed(app, maya.userId, { kind: 'templates', amount: limit - left });
      const results = await Promise.all(
        Array.from({ length: 100 }, (_, index) => refusal(use(maya, `Guest ${index}`))),
      );
      expect(count(results, 'accepted')).toBe(left);
      expect(count(results, 'USAGE_LIMIT')).toBe(100 - left);
      expect(await usedBy(maya)).toBe(limit);
      expect(await listed(maya)).toMatchObject({ usedByMe: left });
      expect(await disagreements(app)).toEqual([]);
    },
  );

  test('with the same result are one use', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const results = await Promise.all(Array.from({ length: 100 }, () => use(maya, 'Ana')));
    expect(results.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(await usedBy(maya)).toBe(1);
    expect(await receiptsOf(maya)).toHaveLength(1);
    expect(await disagreements(app)).toEqual([]);
  });

  test('with the same id are one use', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const id = randomUUID();
    const results = await Promise.all(Array.from({ length: 100 }, () => use(maya, 'Ana', { id })));
    expect(results.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect(await usedBy(maya)).toBe(1);
  });
});

describe('a use', () => {
  test('returns the filled-in text and has a receipt with the title of its template', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const id = randomUUID();
    expect(await use(maya, '  Ana ', { id })).toEqual({
      subject: 'Hello',
      body: 'Dear Ana,',
      usage: { used: 1, limit: 50 },
      isRepeat: false,
    });
    expect(await receiptsOf(maya)).toMatchObject([{ id, subject: 'Greeting', amount: 1, status: 'counted' }]);
  });

  test('with the same result again is not another, even at the limit, until the month is over', async () => {
    app.clock.set('2026-11-30T09:00:00Z');
    const maya = await aPerson(app);
    await use(maya, 'Ana');
    for (const name of ['Ben', 'Cleo', 'Dot', 'Eli']) await use(maya, name);
    expect(await refusal(use(maya, 'Flo'))).toBe('USAGE_LIMIT');
    expect(await use(maya, 'Ana')).toMatchObject({ isRepeat: true, usage: { used: 5, limit: 5 } });
    app.clock.set('2026-12-01T00:00:00Z');
    expect(await use(maya, 'Ana')).toMatchObject({ isRepeat: false, usage: { used: 1 } });
  });

  test('that is sent again after midnight of the last day is still the same', async () => {
    app.clock.set('2026-11-30T23:59:59Z');
    const maya = await aPerson(app);
    const id = randomUUID();
    await use(maya, 'Ana', { id });
    app.clock.set('2026-12-01T00:00:01Z');
    expect(await use(maya, 'Ana', { id })).toMatchObject({ isRepeat: true, usage: { used: 0 } });
  });

  test('over the limit is refused in the fixed words, and counts nothing', async () => {
    const maya = await aPerson(app);
    await haveUsed(app, maya.userId, { kind: 'templates', amount: 5 });
    await expect(use(maya, 'Ana')).rejects.toThrow(
      "You've reached your Free plan limit of 5 templates this month. You are using 5 of 5. Please upgrade your plan to continue.",
    );
    expect(await listed(maya)).toMatchObject({ usedByMe: 0 });
  });

  test('with the id of something else is refused', async () => {
    const maya = await aPerson(app, { plan: 'starter' });
    const id = randomUUID();
    await use(maya, 'Ana', { id });
    expect(await refusal(use(maya, 'Ben', { id }))).toBe('INVALID_INPUT');
    const [{ id: taken } = { id: '' }] = await app.db.selectFrom('usage_receipts').select('id').execute();
    await app.db.deleteFrom('template_uses').execute();
    expect(await refusal(use(maya, 'Cleo', { id: taken }))).toBe('INVALID_INPUT');
    expect(await usedBy(maya)).toBe(1);
  });

  test('without required values names them, and values that don’t fit say why', async () => {
    const maya = await aPerson(app);
    const fill = (values: Record<string, string>) =>
      maya.api.powerUps.templates.use.mutate({ id: randomUUID(), templateId: 'options', values });
    await expect(fill({})).rejects.toThrow('Please fill in “first” and “Second line” first.');
    await expect(fill({ first: 'a', second: 'x'.repeat(101) })).rejects.toThrow(
      'Second line: Please keep this to 100 characters.',
    );
    expect(await usedBy(maya)).toBe(0);
    expect((await fill({ first: '{{second}}', second: '<script>' })).body).toBe('{{second}}\n<script>');
  });

  test('of 80% warns once, as every kind of usage does', async () => {
    const maya = await aPerson(app);
    for (const name of ['Ana', 'Ben', 'Cleo']) await use(maya, name);
    expect((await maya.api.usage.overview.query()).warnings).toEqual([]);
    await use(maya, 'Dot');
    expect((await maya.api.usage.overview.query()).warnings).toMatchObject([{ kind: 'templates', used: 4, limit: 5 }]);
    expect(await app.db.selectFrom('notices').select('subject').execute()).toEqual([{ subject: 'templates 2026-11' }]);
  });

  test('of one’s own template counts, too', async () => {
    const maya = await aPerson(app);
    const id = randomUUID();
    await maya.api.powerUps.templates.create.mutate({ id, template: anOwnTemplate() });
    expect(await use(maya, 'Ana', { templateId: id })).toMatchObject({ body: 'Thank you, Ana.', usage: { used: 1 } });
    expect(await listed(maya, id)).toMatchObject({ isOwn: true, uses: 1, usedByMe: 1 });
  });

  test('is a stranger’s business with their own templates', async () => {
    const [maya, tomas] = [await aPerson(app), await aPerson(app)];
    const id = randomUUID();
    await maya.api.powerUps.templates.create.mutate({ id, template: anOwnTemplate() });
    expect(await refusal(use(tomas, 'Ana', { templateId: id }))).toBe('NOT_FOUND');
    expect(await refusal(use(tomas, 'Ana', { templateId: 'unknown' }))).toBe('NOT_FOUND');
  });
});

describe('TEMPLATE-12: a premium template', () => {
  test.each([
    ['free', 'FEATURE_LOCKED'],
    ['starter', 'FEATURE_LOCKED'],
    ['pro', 'accepted'],
    ['ultimate', 'accepted'],
    ['trial', 'accepted'],
  ] as const)('on %s is %s', async (plan, outcome) => {
    const maya = await aPerson(app, { plan });
    expect(await refusal(use(maya, 'Ana', { templateId: 'premium' }))).toBe(outcome);
    expect(await usedBy(maya)).toBe(outcome === 'accepted' ? 1 : 0);
    expect((await maya.api.powerUps.templates.get.query({ templateId: 'premium' })).template.text.body).toBe(
      'Dear {{name}},',
    );
  });
});

describe('a rating', () => {
  const rate = (person: Person, stars: number) =>
    person.api.powerUps.templates.rate.mutate({ templateId: 'greeting', stars });

  test('needs a use, and a second one takes the place of the first', async () => {
    const maya = await aPerson(app);
    expect(await refusal(rate(maya, 5))).toBe('TEMPLATE_NOT_USED');
    await maya.api.powerUps.templates.setFavorite.mutate({ templateId: 'greeting', isFavorite: true });
    expect(await refusal(rate(maya, 5))).toBe('TEMPLATE_NOT_USED');
    await use(maya, 'Ana');
    await rate(maya, 5);
    await rate(maya, 2);
    expect(await maya.api.powerUps.templates.get.query({ templateId: 'greeting' })).toMatchObject({ myRating: 2 });
    expect(await refusal(rate(maya, 6))).toBe('INVALID_INPUT');
  });

  test('is part of the average once enough people have rated, and uses are everyone’s', async () => {
    const people = await Promise.all(Array.from({ length: RATINGS_SHOWN_FROM }, () => aPerson(app)));
    const [maya] = people;
    if (!maya) throw new Error('nobody');
    for (const [index, person] of people.entries()) {
      await use(person, 'Ana');
      await use(person, 'Ben');
      if (index > 0) await rate(person, 4);
    }
    expect(await listed(maya)).toMatchObject({ uses: 2, usedByMe: 2 });
    await countTemplates(app);
    expect(await listed(maya)).toMatchObject({ rating: null, ratings: 0, uses: 2 * RATINGS_SHOWN_FROM, usedByMe: 2 });
    await rate(maya, 5);
    await countTemplates(app);
    expect(await listed(maya)).toMatchObject({ rating: 4.2, ratings: RATINGS_SHOWN_FROM });
    await app.db.deleteFrom('users').where('id', '=', maya.userId).execute();
    await countTemplates(app);
    expect(await listed(people[1] ?? maya)).toMatchObject({ rating: null, uses: 2 * (RATINGS_SHOWN_FROM - 1) });
  });
});

test('a favorite is the person’s own', async () => {
  const [maya, tomas] = [await aPerson(app), await aPerson(app)];
  const set = (isFavorite: boolean) =>
    maya.api.powerUps.templates.setFavorite.mutate({ templateId: 'premium', isFavorite });
  await set(true);
  expect(await listed(maya, 'premium')).toMatchObject({ isFavorite: true });
  expect(await listed(tomas, 'premium')).toMatchObject({ isFavorite: false });
  await set(false);
  expect(await listed(maya, 'premium')).toMatchObject({ isFavorite: false });
});

test('what a result was is forgotten after two months, and its receipt and its count stay', async () => {
  const maya = await aPerson(app);
  await use(maya, 'Ana');
  app.clock.set('2027-01-20T09:00:00Z');
  await purge(app);
  expect(await app.db.selectFrom('template_uses').select('id').execute()).toEqual([]);
  const { templates, usage } = app.container.services;
  expect((await templates.get(maya.userId, 'greeting')).template.usedByMe).toBe(1);
  expect((await usage.receipts(maya.userId, { period: '2026-11' })).receipts).toHaveLength(1);
});
