import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Blank } from '#contract/templates/blanks.ts';
import { sentencesFor } from '#contract/templates/remembered.ts';
import type { UserId } from '#db/types.gen.ts';
import { knowingModel } from '#tests/support/brain/brain.ts';
import { learn as learnFacts } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { aTemplate, knows, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

type FactSource = {
  factKinds: ['policy' | 'product' | 'date'];
  words?: string[];
  part?: 'subject' | 'statement';
  isAffirmative?: boolean;
};
const common = { label: 'A blank', hint: '', isRequired: true };
const listOf = (name: string, from: FactSource, more = {}): Blank => ({
  ...common,
  kind: 'list',
  name,
  example: ['One'],
  maxItems: 3,
  maxLength: 40,
  from,
  ...more,
});
const RETURNS: FactSource = { factKinds: ['policy'], words: ['return'] };
const BLANKS: Blank[] = [
  textBlank('owner', { from: { profile: 'fullName' } }),
  textBlank('website', { from: { profile: 'website' } }),
  textBlank('returns', { from: RETURNS }),
  textBlank('returnsSentence', { from: RETURNS, ending: 'sentence' }),
  textBlank('promise', { from: { ...RETURNS, isAffirmative: true } }),
  { ...common, kind: 'number', name: 'days', example: 30, min: 1, max: 100, from: RETURNS },
  {
    ...common,
    kind: 'date',
    name: 'opening',
    example: '2026-12-01',
    from: { factKinds: ['date'], words: ['opening'] },
  },
  {
    ...common,
    kind: 'choice',
    name: 'tone',
    example: 'warm',
    choices: [
      { id: 'warm', label: 'Warm', text: 'Hi!' },
      { id: 'dry', label: 'Dry', text: 'Hello.' },
    ],
    from: { factKinds: ['policy'], words: ['tone'] },
  },
  listOf('products', { factKinds: ['product'] }),
  listOf('names', { factKinds: ['product'], part: 'subject' }, { minItems: 2 }),
  textBlank('asked'),
];
const TEMPLATE = aTemplate({
  id: 'all-kinds',
  blanks: BLANKS,
  text: { subject: null, body: BLANKS.map(({ name }) => `{{${name}}}`).join('\n') },
});

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp({ templates: [TEMPLATE] });
  maya = await aPerson(app);
});
const learn = (fact: Parameters<typeof knows>[2], userId: UserId = maya.userId) => knows(app, userId, fact);
const fills = async () => (await maya.api.powerUps.templates.get.query({ templateId: 'all-kinds' })).fills;
/** What each blank is filled in with, without its sources. */
async function values() {
  const found = Object.entries(await fills()).map(([name, fill]) => [name, 'value' in fill ? fill.value : 'conflict']);
  return Object.fromEntries(found) as Record<string, unknown>;
}
const returns = {
  kind: 'policy',
  subject: 'Returns',
  value: '30 days',
  statement: 'We take returns for 30 days.',
} as const;

test('without facts, only the profile fills in blanks, and says so', async () => {
  expect(await fills()).toEqual({
    owner: {
      value: 'Maya Lindqvist',
      sources: [{ kind: 'profile', field: 'fullName', label: 'Owner', value: 'Maya Lindqvist' }],
    },
  });
});

describe('a single fact', () => {
  test('gives a value, a sentence or a figure, and is named as the source', async () => {
    const id = await learn(returns);
    expect(await values()).toMatchObject({
      returns: '30 days',
      returnsSentence: 'We take returns for 30 days.',
      days: 30,
    });
    expect((await fills()).returns?.sources).toMatchObject([
      { kind: 'fact', fact: { id, statement: returns.statement, source: { kind: 'typed' } } },
    ]);
  });

  test('that only mentions the word gives way to one about it', async () => {
    await learn({ kind: 'policy', subject: 'Calls', value: 'by noon', statement: 'We return calls by noon.' });
    expect(await values()).toMatchObject({ returns: 'by noon' });
    await learn(returns);
    expect(await values()).toMatchObject({ returns: '30 days' });
  });

  test.each([
    ['We take returns for 30 days.', '30 days'],
    ['Returns: 30 days, and the shop is open and never closed.', undefined],
    ['We don’t take returns after 30 days.', undefined],
    ['No returns after 30 days.', undefined],
    ['Returns after 30 days are nonrefundable.', undefined],
    ['The returns desk is closed for 30 days.', undefined],
    ['The returns desk is open for 30 days and closed on Sundays.', '30 days'],
  ])('that says %j promises %s', async (statement, promise) => {
    await learn({ ...returns, statement });
    expect((await values()).promise).toBe(promise);
    expect((await values()).returns).toBe('30 days');
  });

  test('of another kind, person or word, or without a short value, gives nothing', async () => {
    const stranger = await aPerson(app);
    await learn(returns, stranger.userId);
    await learn({ ...returns, kind: 'product' });
    await learn({ ...returns, subject: 'Nonreturnables', statement: 'Nonreturnables are marked.' });
    expect(await values()).not.toHaveProperty('returns');
    await learn({ ...returns, value: '' });
    expect(await values()).toMatchObject({ returnsSentence: returns.statement });
    expect(await values()).not.toHaveProperty('returns');
  });

  test.each([
    ['$1,200', undefined],
    ['$42', 42],
    ['2 to 3 days', undefined],
    ['a month', undefined],
  ])('that says “%s” gives the number %s', async (value, number) => {
    await learn({ ...returns, value });
    expect((await values()).days).toBe(number);
  });

  test.each([
    ['2026-11-28', null, '2026-11-28'],
    ['2026-11-16', null, '2026-11-16'],
    ['2026-11-15', null, undefined],
    ['Nov 28, 2026', null, '2026-11-28'],
    ['Saturday, November 28, 2026', null, '2026-11-28'],
    ['Nov 28', null, undefined],
    ['Nov 28', '2026-11-28', '2026-11-28'],
    ['February 31, 2026', null, undefined],
  ])('that says “%s” and is so on %s gives the day %s', async (value, day, expected) => {
    const dates = { validFrom: day, validUntil: day };
    await learn({ kind: 'date', subject: 'Winter opening', value, statement: `The opening is on ${value}.`, ...dates });
    expect((await values()).opening).toBe(expected);
  });

  test('that names a choice makes it', async () => {
    await learn({ kind: 'policy', subject: 'Tone', value: 'dry', statement: 'Our tone is dry.' });
    expect(await values()).toMatchObject({ tone: 'dry' });
  });

  test('that was typed and hasn’t been read yet has no subject to give', async () => {
    const statement = 'Our mug is new.';
    await learn({ kind: 'product', subject: statement, value: '', statement });
    await learn({
      kind: 'product',
      subject: 'Our other mug, which we…',
      value: '',
      statement: 'Our other mug is old.',
    });
    expect(await values()).not.toHaveProperty('names');
    await learn({ kind: 'product', subject: 'Bowl', value: '$31', statement: 'The bowl costs $31.' });
    await learn({ kind: 'product', subject: 'Vase', value: '$60', statement: 'The vase costs $60.' });
    expect((await values()).names).toEqual(['Vase', 'Bowl']);
  });

  test('that is over, or hasn’t begun, gives nothing', async () => {
    await learn({ ...returns, validUntil: '2026-11-15' });
    await learn({ ...returns, validFrom: '2026-11-17' });
    expect(await values()).not.toHaveProperty('returns');
  });

  test('that is too long for its blank isn’t cut to fit', async () => {
    await learn({ ...returns, statement: `We take returns ${'and more '.repeat(20)}.` });
    expect(await values()).not.toHaveProperty('returnsSentence');
  });
});

describe('several facts', () => {
  test('that say the same give it, with all of them as sources; that differ give nothing', async () => {
    await learn(returns);
    await learn({ ...returns, statement: 'Returns: 30 days.' });
    expect((await fills()).returns).toMatchObject({ value: '30 days', sources: [{}, {}] });
    expect(await values()).not.toHaveProperty('returnsSentence');
    await learn({ ...returns, value: '14 days' });
    expect(await values()).not.toHaveProperty('returns');
  });

  test('in conflict fill in nothing, and are shown', async () => {
    await learn(returns);
    await learn({ ...returns, value: '14 days', statement: 'We take returns for 14 days.' });
    await app.db
      .updateTable('facts')
      .set({ state: 'conflict', conflict_id: '0b7d0d3e-8f0a-4c52-9f6b-0d5a4f1b2c3d' })
      .execute();
    expect((await fills()).returns).toMatchObject({
      conflict: true,
      sources: [{ fact: { value: '14 days' } }, { fact: { value: '30 days' } }],
    });
  });

  test('fill a list, pinned ones first, then the newest, without those in conflict', async () => {
    // In lowercase, as facts name things.
    const product = (subject: string, value: string) =>
      learn({ kind: 'product', subject: subject.toLowerCase(), value, statement: `${subject} costs ${value}.` });
    const mug = await product('Mug', '$18');
    expect(await values()).not.toHaveProperty('names');
    const bowl = await product('Bowl', '$31');
    await product('Plate', '$24');
    await product('Plate', '$24');
    await product('Vase', '$60');
    await app.db.updateTable('facts').set({ is_pinned: true }).where('id', '=', mug).execute();
    expect(await values()).toMatchObject({
      products: ['Mug, $18', 'Vase, $60', 'Plate, $24'],
      names: ['Mug', 'Vase', 'Plate'],
    });
    await app.db
      .updateTable('facts')
      .set({ state: 'conflict', conflict_id: bowl })
      .where('value', 'in', ['$24', '$31'])
      .execute();
    expect(await values()).toMatchObject({ products: ['Mug, $18', 'Vase, $60'] });
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: bowl }).execute();
    expect(await values()).toMatchObject({ products: 'conflict' });
  });

  test('the owner’s facts fill in a blank whatever documents and pages suggest, in conflict or not', async () => {
    const own = await learn(returns);
    const page = await learn({ ...returns, value: '2 days', statement: 'We take returns for 2 days.' });
    await app.db.updateTable('facts').set({ source: 'page', state: 'suggested' }).where('id', '=', page).execute();
    expect((await fills()).returns).toMatchObject({ value: '30 days', sources: [{ fact: { id: own } }] });
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: own }).execute();
    expect((await fills()).returns).toMatchObject({ value: '30 days', sources: [{ fact: { id: own } }] });
  });

  test('that were replaced or forgotten don’t count', async () => {
    await learn(returns);
    await app.db.updateTable('facts').set({ state: 'forgotten' }).execute();
    expect(await values()).not.toHaveProperty('returns');
  });
});

test('the same facts fill in the same', async () => {
  await learn(returns);
  const first = await fills();
  expect(await fills()).toEqual(first);
});

test('what was typed into a blank and remembered fills it in the next time', async () => {
  const blank = textBlank('address', {
    label: 'Where to find you',
    ending: 'phrase',
    from: { factKinds: ['policy'], words: ['location'], sentence: 'Our location is {{address}}.', isLasting: true },
  });
  const template = aTemplate({ id: 'about', blanks: [blank], text: { subject: null, body: '{{address}}' } });
  app = await createTestApp({ templates: [template] });
  maya = await aPerson(app);
  knowingModel(app);
  const address = async () => (await maya.api.powerUps.templates.get.query({ templateId: 'about' })).fills.address;
  const remember = async (value: string) => {
    const [statement = ''] = sentencesFor([blank], blank, { address: value });
    await maya.api.brain.add.mutate({ id: randomUUID(), kind: 'policy', statement });
    expect(await address(), 'right away').toMatchObject({ value });
    await learnFacts(app);
    expect(await address(), 'and once a model has read it').toMatchObject({ value });
    app.clock.advance(1_000);
  };
  await remember('12 Alder St.');
  await remember('5 Canal Road, Millbrook');
  expect((await address())?.sources).toHaveLength(1);
});
