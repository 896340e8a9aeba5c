import { randomUUID } from 'node:crypto';
import { addPassages, type NewPassage, type PassageId, type SourceId } from '#db/queries/brain/passages.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { TestApp } from '../test-app.ts';

type Source = { name?: string; kind?: 'file' | 'page'; bytes?: number };

/** A source that has been read, without passages. */
export async function aSource(app: TestApp, userId: UserId, source: Source = {}): Promise<SourceId> {
  const { name = 'prices.md', kind = 'file', bytes = 1_000 } = source;
  const now = await app.clock.now();
  const id = randomUUID();
  const url = kind === 'page' ? `https://fernandkiln.example/${name}` : null;
  await app.db
    .insertInto('sources')
    .values({
      id,
      user_id: userId,
      kind,
      name,
      url,
      bytes,
      state: 'ready',
      used_from: now,
      added_at: now,
      read_at: now,
    })
    .execute();
  return id;
}

/** A passage of a source, ready to be added. */
export const passageOf = (sourceId: SourceId, text: string, passage: Partial<NewPassage> = {}): NewPassage => ({
  id: randomUUID(),
  sourceId,
  position: 0,
  pageUrl: null,
  headings: [],
  page: null,
  sheet: null,
  rows: [],
  text,
  language: 'en',
  ...passage,
});

export const addAll = (app: TestApp, userId: UserId, passages: NewPassage[]): Promise<PassageId[]> =>
  inTransaction(app.db, (trx) => addPassages(trx, userId, passages));

/** A source with these texts as its passages, and its id. */
export async function aSourceWith(
  app: TestApp,
  userId: UserId,
  texts: readonly string[],
  { language = 'en', ...source }: Source & { language?: string } = {},
): Promise<SourceId> {
  const sourceId = await aSource(app, userId, source);
  await addAll(
    app,
    userId,
    texts.map((text, position) => passageOf(sourceId, text, { position, language })),
  );
  return sourceId;
}
