import { beforeEach, describe, expect, test } from 'vitest';
import { removePassages, type NewPassage } from '#db/queries/brain/passages.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { aPerson } from '#tests/support/people.ts';
import { addAll, aSource, passageOf } from '#tests/support/brain/passages.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

const passage = (sourceId: string, position: number, text: string, language = 'en') =>
  passageOf(sourceId, text, { position, language, headings: ['Prices'], page: 1, rows: [4, 5] });
const add = (userId: UserId, passages: NewPassage[]) => addAll(app, userId, passages);

const countsOf = async (userId: UserId): Promise<Record<string, number>> => {
  const rows = await app.db
    .selectFrom('word_counts')
    .select(['word', 'passages'])
    .where('user_id', '=', userId)
    .execute();
  return Object.fromEntries(rows.map(({ word, passages }) => [word, passages]));
};

describe('passages', () => {
  test('are numbered per person, in their order, also by two transactions at a time', async () => {
    const maya = await aPerson(app);
    const sourceId = await aSource(app, maya.userId);
    const first = passage(sourceId, 0, 'The large bowl costs $48.');
    await Promise.all([
      add(maya.userId, [first, passage(sourceId, 1, 'The mug costs $18.')]),
      add(maya.userId, [passage(sourceId, 2, 'The vase costs $60.'), passage(sourceId, 3, 'Gift cards exist.')]),
    ]);
    expect(await add(maya.userId, [first])).toEqual([]);
    const rows = await app.db.selectFrom('passages').selectAll().orderBy('number').execute();
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(rows.find(({ id }) => id === first.id)).toMatchObject({
      source_id: sourceId,
      headings: ['Prices'],
      page: 1,
      rows: [4, 5],
      language: 'en',
    });
  });

  test('are indexed by stems in their language, and by trigrams where PostgreSQL has no configuration', async () => {
    const maya = await aPerson(app);
    const sourceId = await aSource(app, maya.userId);
    await add(maya.userId, [
      passage(sourceId, 0, 'Wir liefern Bäume', 'de'),
      passage(sourceId, 1, 'Otwieramy sklep', 'pl'),
      passage(sourceId, 2, '営業時間', 'ja'),
    ]);
    const counts = await countsOf(maya.userId);
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['lief', 'baum', 'sklep', '~skl', '~lep', '~営業', '~時間']),
    );
    expect(counts).not.toHaveProperty('wir');
    const { text_languages: languages } = await app.db
      .selectFrom('profiles')
      .select('text_languages')
      .where('user_id', '=', maya.userId)
      .executeTakeFirstOrThrow();
    expect(languages.toSorted()).toEqual(['german', 'simple']);
  });

  test('take their words with them when they are removed', async () => {
    const maya = await aPerson(app);
    const [prices, policies] = [await aSource(app, maya.userId), await aSource(app, maya.userId)];
    await add(maya.userId, [passage(prices, 0, 'The large bowl'), passage(policies, 0, 'A bowl may be returned')]);
    expect(await countsOf(maya.userId)).toEqual({ larg: 1, bowl: 2, may: 1, return: 1, price: 2 });
    expect(await inTransaction(app.db, (trx) => removePassages(trx, maya.userId, { sourceId: policies }))).toBe(1);
    expect(await countsOf(maya.userId)).toEqual({ larg: 1, bowl: 1, price: 1 });
  });
});
