import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '#tests/support/chat.ts';
import { applyDates, learn } from '#tests/support/jobs.ts';
import { knownTo, lastPrompt, modelThatFinds, say, tell, typeFact } from '#tests/support/brain/brain.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

const DAY_MS = 86_400_000;
let app: TestApp;
let maya: Person;

/** In a message: "costs $45 from 3 until 5", in days from now. */
const PRICE = /costs (\$\d+)(?: from (-?\d+))?(?: until (-?\d+))?/;
const dayIn = (days: string | undefined, from: Date) =>
  days === undefined ? null : new Date(from.getTime() + Number(days) * DAY_MS).toISOString().slice(0, 10);

beforeEach(async () => {
  app = await createTestApp();
  maya = await aPerson(app, { plan: 'ultimate' });
  await app.db.updateTable('profiles').set({ time_zone: 'UTC' }).execute();
  const now = await app.clock.now();
  modelThatFinds(app, (said) => {
    const [, value = '', from, until] = PRICE.exec(said) ?? [];
    if (value === '') return [];
    const days = { validFrom: dayIn(from, now), validUntil: dayIn(until, now) };
    const quote = said.slice(0, 15);
    return [
      {
        statement: `The large bowl costs ${value}.`,
        subject: 'Large bowl',
        attribute: 'price',
        kind: 'product',
        value,
        quote,
        ...days,
      },
    ];
  });
});

const says = (text: string) => tell(app, maya, `The large bowl costs ${text}`);
const pass = async (days: number) => {
  app.clock.advance(days * DAY_MS);
  await applyDates(app);
};
const openConflicts = () => maya.api.brain.openConflicts.query();
const costs = async () => (await knownTo(maya)).map((statement) => /\$\d+/.exec(statement)?.[0]);

describe('a price that begins on a later day', () => {
  test('stands beside the usual one until that day, and then takes its place, which can be undone', async () => {
    await says('$42');
    await says('$45 from 3');
    await pass(2);
    expect(await costs()).toEqual(['$45', '$42']);
    await pass(1);
    expect(await costs()).toEqual(['$45']);
    const [fact] = (await maya.api.brain.list.query({})).facts;
    expect(fact?.replaced?.value).toBe('$42');
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).not.toContain('$42');
    await maya.api.brain.bringBack.mutate({ factId: fact?.replaced?.id ?? '' });
    await pass(1);
    expect(await costs()).toEqual(['$42']);
  });

  test('takes the place of what was said after it, if that was before the day', async () => {
    await says('$45 from 3');
    app.clock.advance(DAY_MS);
    await says('$43');
    await pass(2);
    expect(await costs()).toEqual(['$45']);
  });

  test('is replaced by what was said on the day or later', async () => {
    await says('$45 from 3');
    app.clock.advance(4 * DAY_MS);
    await says('$47');
    await pass(0);
    expect(await costs()).toEqual(['$47']);
    expect((await maya.api.brain.list.query({ state: 'superseded' })).facts.map(({ value }) => value)).toEqual(['$45']);
  });

  test('leaves the usual one alone if it is only for a while', async () => {
    await says('$42');
    await says('$30 from 1 until 5');
    await pass(2);
    expect(await costs()).toEqual(['$30', '$42']);
  });

  test('replaces what the owner had typed as well, from that day on', async () => {
    await typeFact(maya, 'The large bowl costs $42', 'product');
    await learn(app);
    await says('$45 from 3');
    await pass(2);
    expect(await costs()).toEqual(['$45', '$42']);
    await pass(1);
    expect([await costs(), await openConflicts()]).toEqual([['$45'], 0]);
  });

  test('replaces the usual one even if both were said in one message', async () => {
    const day = dayIn('3', await app.clock.now());
    const price = (value: string, validFrom: string | null) => ({
      statement: `The large bowl costs ${value}.`,
      subject: 'Large bowl',
      attribute: 'price',
      kind: 'product' as const,
      value,
      validFrom,
    });
    modelThatFinds(app, () => [price('$42', null), price('$45', day)]);
    await tell(app, maya, 'The large bowl costs $42, and $45 later.');
    expect(await costs()).toEqual(['$45', '$42']);
    await pass(3);
    expect(await costs()).toEqual(['$45']);
  });

  test('replaces everything if the owner typed it', async () => {
    await says('$42');
    await typeFact(maya, 'The large bowl costs $45 from 3', 'product');
    await learn(app);
    await pass(3);
    expect(await costs()).toEqual(['$45']);
  });

  test('never takes the place of what the owner said if a document says so', async () => {
    await says('$42');
    await sql`
      insert into facts (id, user_id, number, kind, subject, attribute, value, statement, state, source, learned_at, valid_from, words)
      values (gen_random_uuid(), ${maya.userId}, 100, 'product', 'Large bowl', 'price', '$45', 'The large bowl costs $45.', 'suggested', 'file',
        ${await app.clock.now()}, ${dayIn('3', await app.clock.now())}, '')`.execute(app.db);
    await pass(2);
    expect(await openConflicts()).toBe(0);
    await pass(1);
    expect(await openConflicts()).toBe(1);
    expect(await costs()).toEqual(['$45', '$42']);
  });

  test('begins at midnight where its owner lives', async () => {
    await app.db.updateTable('profiles').set({ time_zone: 'Pacific/Kiritimati' }).execute();
    await says('$42');
    await says('$45 from 3');
    const now = await app.clock.now();
    const midnight = Date.parse(`${dayIn('3', now)}T00:00:00Z`) - 14 * 3_600_000;
    app.clock.advance(midnight - now.getTime() - 60_000);
    await applyDates(app);
    expect(await costs()).toEqual(['$45', '$42']);
    app.clock.advance(60_000);
    await applyDates(app);
    expect(await costs()).toEqual(['$45']);
  });
});

describe('a fact that is over', () => {
  test('holds no conflict open, and its other side counts again', async () => {
    await typeFact(maya, 'The large bowl costs $42 until 9', 'product');
    await learn(app);
    await says('$38 until 3');
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: crypto.randomUUID() }).execute();
    expect(await openConflicts()).toBe(1);
    await pass(3);
    expect(await openConflicts()).toBe(1);
    await pass(1);
    expect(await openConflicts()).toBe(0);
    await say(app, maya, 'What does the large bowl cost?');
    expect(lastPrompt(app)).toContain('The large bowl costs $42');
    expect(lastPrompt(app)).not.toContain('disagrees with');
    expect(lastPrompt(app)).not.toContain('$38');
  });
});
