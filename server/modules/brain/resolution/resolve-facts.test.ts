import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import { findFacts } from '#db/queries/brain/facts.ts';
import type { ResolutionContext } from '#db/queries/brain/resolution-context.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { inTransaction } from '#db/transaction.ts';
import { modelThatFinds, tell } from '#tests/support/brain/brain.ts';
import type { Person } from '#tests/support/chat.ts';
import { aPerson } from '#tests/support/people.ts';
import { knows } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { markConflicts } from './mark-conflicts.ts';
import { resolveFacts, type FoundFact } from './resolve-facts.ts';

const SAID_AT = new Date('2026-11-16T12:00:00Z');
const LARGE_BOWL = { kind: 'product', subject: 'Large bowl', attribute: 'price' } as const;
type Found = Partial<ExtractedFact> & Pick<ExtractedFact, 'statement'>;

describe('several facts of one message', () => {
  let app: TestApp;
  let maya: Person;
  beforeEach(async () => {
    app = await createTestApp();
    maya = await aPerson(app, { plan: 'ultimate' });
  });

  const rows = () =>
    app.db
      .selectFrom('facts')
      .select(['id', 'number', 'statement', 'state', 'value', 'conflict_id', 'superseded_by', 'is_pinned'])
      .orderBy('number')
      .execute();
  const statuses = async () => (await rows()).map(({ number, state, statement }) => [number, state, statement]);
  async function says(...facts: Found[]): Promise<void> {
    modelThatFinds(app, (said) => facts.map((fact) => ({ quote: said.slice(0, 40), ...fact })));
    await tell(app, maya, facts.map(({ statement }) => statement).join(' '));
  }
  const price = (value: string): Found => ({ ...LARGE_BOWL, value, statement: `The large bowl costs ${value}.` });
  const notices = () =>
    app.db.selectFrom('notices').select(['subject', 'read_at']).where('topic', '=', 'conflict').execute();

  test('facts are numbered in the order they were said, and duplicates are merged', async () => {
    await says({ statement: 'We fire twice.' }, { statement: 'Mugs are blue.' }, { statement: 'We fire twice.' });
    await says({ statement: 'Vases are red.' });
    expect(await statuses()).toEqual([
      [1, 'confirmed', 'We fire twice.'],
      [2, 'confirmed', 'Mugs are blue.'],
      [3, 'confirmed', 'Vases are red.'],
    ]);
  });

  test('two figures in one message never replace each other, whatever the model says; the first replaces what was known and keeps its pin', async () => {
    const before = { value: '$40', statement: 'The large bowl costs $40.' } as const;
    const id = await knows(app, maya.userId, { ...LARGE_BOWL, ...before });
    await maya.api.brain.pin.mutate({ factId: id, isPinned: true });
    await says(price('$42'), { ...price('$45'), relation: 'replaces', relatedTo: 2 });
    expect(await statuses()).toEqual([
      [1, 'superseded', 'The large bowl costs $40.'],
      [2, 'confirmed', 'The large bowl costs $42.'],
      [3, 'confirmed', 'The large bowl costs $45.'],
    ]);
    const [first, second] = await rows();
    expect(first?.superseded_by).toBe(second?.id);
    expect(second?.is_pinned).toBe(true);
  });

  test('a renamed product keeps its facts and is found by both names, and undoing the rename restores its old name', async () => {
    const rye = { kind: 'product', attribute: 'price' } as const;
    const known = () =>
      app.db.selectFrom('facts').select(['subject', 'former_subject']).where('number', '=', 1).execute();
    await knows(app, maya.userId, { ...rye, subject: 'Rye loaf', value: '$11', statement: 'Rye loaf costs $11.' });
    await says({ kind: 'product', subject: 'Dark rye', statement: 'Rye loaf is now called Dark rye.' });
    expect(await known()).toEqual([{ subject: 'Dark rye', former_subject: 'Rye loaf' }]);
    const shown = async (text: string) =>
      (await maya.api.brain.list.query({ text })).facts.map(({ statement, formerName }) => [statement, formerName]);
    const until = (await app.clock.now()).toISOString();
    expect(await shown('Dark rye')).toEqual([
      ['Rye loaf is now called Dark rye.', null],
      ['Rye loaf costs $11.', { name: 'Rye loaf', until }],
    ]);
    const [, rename] = await rows();
    await maya.api.brain.undo.mutate({ factId: rename?.id ?? '' });
    expect(await known()).toEqual([{ subject: 'Rye loaf', former_subject: '' }]);
    await says({ kind: 'product', subject: 'Dark rye', statement: 'The rye loaf is now called Dark rye.' });
    await says({ ...rye, subject: 'Dark rye', value: '$12', statement: 'Dark rye costs $12.' });
    await says({ ...rye, subject: 'Rye loaf', value: '$13', statement: 'Rye loaf costs $13.' });
    expect((await statuses()).filter(([, state]) => state === 'confirmed').map(([, , statement]) => statement)).toEqual(
      ['The rye loaf is now called Dark rye.', 'Rye loaf costs $13.'],
    );
  });

  test('a price brought back under the old name of a renamed product disagrees with the one under its new name', async () => {
    const rye = { kind: 'product', attribute: 'price', subject: 'Rye loaf' } as const;
    const forgotten = await knows(app, maya.userId, { ...rye, value: '$11', statement: 'Rye loaf costs $11.' });
    await maya.api.brain.forgetFacts.mutate({ factIds: [forgotten] });
    await knows(app, maya.userId, { ...rye, value: '$12', statement: 'Rye loaf costs $12.' });
    await says({ kind: 'product', subject: 'Dark rye', statement: 'Rye loaf is now called Dark rye.' });
    await maya.api.brain.bringBackFacts.mutate({ factIds: [forgotten] });
    expect((await statuses()).map(([, state]) => state)).toEqual(['conflict', 'conflict', 'confirmed']);
  });

  test('two prices brought back under the old name of a renamed product still disagree with each other', async () => {
    const rye = { kind: 'product', attribute: 'price', subject: 'Rye loaf' } as const;
    const forgotten: string[] = [];
    for (const value of ['$11', '$12']) {
      const id = await knows(app, maya.userId, { ...rye, value, statement: `Rye loaf costs ${value}.` });
      await maya.api.brain.forgetFacts.mutate({ factIds: [id] });
      forgotten.push(id);
    }
    await knows(app, maya.userId, { ...rye, attribute: 'weight', value: '2 lb', statement: 'Rye loaf weighs 2 lb.' });
    await says({ kind: 'product', subject: 'Dark rye', statement: 'Rye loaf is now called Dark rye.' });
    await maya.api.brain.bringBackFacts.mutate({ factIds: forgotten });
    expect((await statuses()).map(([, state]) => state)).toEqual(['conflict', 'conflict', 'confirmed', 'confirmed']);
  });

  test('a fact that the model points at is replaced although they share no word', async () => {
    await knows(app, maya.userId, {
      kind: 'people',
      subject: 'Front desk',
      attribute: 'person in charge',
      value: 'Nerea',
      statement: 'Nerea runs the front desk every weekday morning.',
      language: 'en',
    });
    await says({
      kind: 'people',
      subject: 'Recepción',
      attribute: 'responsable',
      value: 'Carmen',
      statement: 'Carmen es quien lleva ahora la recepción todas las mañanas.',
      relation: 'replaces',
      relatedTo: 1,
    });
    expect((await rows()).map(({ state }) => state)).toEqual(['superseded', 'confirmed']);
  });

  test('a suggestion that differs from what the owner said is a conflict, shown once in the bell and over once they say more', async () => {
    const file = { state: 'suggested', source: 'file', sourceId: randomUUID() } as const;
    const owners = await knows(app, maya.userId, {
      ...LARGE_BOWL,
      value: '$42',
      statement: 'The large bowl costs $42.',
    });
    const read = await knows(app, maya.userId, {
      ...LARGE_BOWL,
      ...file,
      value: '$9',
      statement: 'The large bowl costs $9.',
    });
    await inTransaction(app.db, async (trx) =>
      markConflicts(trx, maya.userId, await findFacts(trx, maya.userId, [read]), new Date()),
    );
    const [one, other] = await rows();
    expect([one?.id, one?.conflict_id]).toEqual([owners, other?.conflict_id]);
    expect(await notices()).toEqual([{ subject: one?.conflict_id, read_at: null }]);
    await says({ ...price('$9'), statement: 'The large bowl costs $9.' }, { statement: 'We fire twice.' });
    expect(await statuses()).toEqual([
      [1, 'superseded', 'The large bowl costs $42.'],
      [2, 'superseded', 'The large bowl costs $9.'],
      [3, 'confirmed', 'The large bowl costs $9.'],
      [4, 'confirmed', 'We fire twice.'],
    ]);
    expect(await notices()).toMatchObject([{ read_at: expect.any(Date) }]);
  });
});

describe('the room that is left', () => {
  const aFact = (statement: string, more: Partial<ExtractedFact> = {}): FoundFact => ({
    fact: {
      statement,
      subject: 'The shop',
      attribute: '',
      value: '',
      quantity: null,
      unit: '',
      kind: 'policy',
      quote: statement,
      question: '',
      validFrom: null,
      validUntil: null,
      isLasting: true,
      isAboutBusiness: true,
      relation: 'new',
      relatedTo: null,
      prompt: '',
      ...more,
    },
    language: 'en',
    origin: {
      state: 'confirmed',
      source: 'message',
      assistantId: 'emmie',
      conversationId: null,
      messageId: null,
      learnedAt: SAID_AT,
    },
  });
  const said: RelatedFact = {
    ...LARGE_BOWL,
    id: randomUUID(),
    number: 1,
    value: '$42',
    quantity: '42',
    unit: 'USD',
    statement: 'The large bowl costs $42.',
    state: 'confirmed',
    source: 'message',
    learnedAt: new Date(0),
    validFrom: null,
    validUntil: null,
    isPinned: false,
    conflictId: null,
    confirmedAt: null,
    messageId: null,
    sourceId: null,
    passageId: null,
    splitFrom: null,
    language: 'en',
  };
  const newPrice = aFact('The large bowl costs $45.', { ...LARGE_BOWL, value: '$45' });
  const among = (more: Partial<ResolutionContext>): ResolutionContext => ({
    highestNumber: 7,
    liveCount: 1,
    known: [],
    related: [],
    earlierRelated: [],
    ...more,
  });
  const outcomes = (...of: Parameters<typeof resolveFacts>) =>
    resolveFacts(...of).resolved.map(({ outcome }) => outcome);

  test('a full Brain takes no fact, knows those that it has, and counts one that replaces another as no more', () => {
    const known = { known: [said], related: [[said.id], [], []] };
    const facts = [newPrice, aFact('We fire twice.'), aFact('Mugs are blue.')];
    expect(outcomes(facts, among({ ...known, liveCount: FACTS_MAX }), 3)).toEqual(['full', 'full', 'full']);
    expect(outcomes(facts, among({ ...known, liveCount: FACTS_MAX - 1 }), 3)).toEqual(['added', 'added', 'full']);
    const same = aFact(said.statement, { ...LARGE_BOWL, value: '$42' });
    expect(outcomes([same], among({ ...known, liveCount: FACTS_MAX }), 1)).toEqual(['known']);
  });

  test('a source adds as many facts as it has room for, not counting those that are known', () => {
    const same = aFact(said.statement, { ...LARGE_BOWL, value: '$42' });
    const facts = [same, aFact('We fire twice.'), aFact('Mugs are blue.'), aFact('Vases are red.')];
    const { resolved, added } = resolveFacts(facts, among({ known: [said], related: [[said.id]] }), 2);
    expect(resolved.map(({ outcome }) => outcome)).toEqual(['known', 'added', 'added']);
    expect(added.map(({ number }) => number)).toEqual([8, 9]);
  });
});
