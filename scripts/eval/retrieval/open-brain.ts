import { randomUUID } from 'node:crypto';
import { openInMemory, type Database } from '#db/client.ts';
import { runAs } from '#db/kind-of-work.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { addFacts } from '#db/queries/brain/add-facts.ts';
import { addPassages } from '#db/queries/brain/passages.ts';
import type { Known } from '#db/queries/brain/retrieval.ts';
import { readSendContext } from '#db/queries/chat/turn-context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { TurnId, UserId } from '#db/types.gen.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { createEmbedder } from '#server/modules/brain/meaning/embedder.ts';
import { rankByMeaning } from '#server/modules/brain/meaning/fit-by-meaning.ts';
import { fuseKnown } from '#server/modules/brain/meaning/fuse-known.ts';
import { packVector } from '#server/modules/brain/meaning/pack-vector.ts';
import { createSpending } from '#server/modules/chat/spending.service.ts';
import { chooseKnown } from '#server/modules/brain/retrieval/choose-known.ts';
import { detectLanguages } from '#server/modules/brain/learning/detect-languages.ts';
import { splitIntoPassages } from '#server/modules/brain/sources/split-into-passages.ts';
import type { RetrievalSet } from './read-sets.ts';

const FACTS_LIMIT = 1_000;
const NOW = new Date('2026-11-16T09:00:00Z');

/** What was found for a question, the best first: headings of passages and statements of facts; and of it, what the prompt would have. */
export type Found = { ranked: { passages: string[]; facts: string[] }; given: string[] };
/** `withMeaning` is null without a model for embeddings. */
export type FoundBy = { words: Found; withMeaning: Found | null };

export async function openEmptyDatabase(): Promise<Database> {
  const database = await openInMemory();
  await runAs('migration', () => migrateToLatest(database.db));
  return database;
}

async function addPerson({ db }: Database): Promise<UserId> {
  const userId = randomUUID() as UserId; // reason: a new id gets its brand here
  const email = `${userId}@example.com`;
  await db.insertInto('users').values({ id: userId, email, email_lower: email, created_at: NOW }).execute();
  await db.insertInto('profiles').values({ user_id: userId, updated_at: NOW }).execute();
  return userId;
}

async function addDocument({ db }: Database, userId: UserId, { business, sections }: RetrievalSet): Promise<void> {
  const sourceId = randomUUID();
  await db
    .insertInto('sources')
    .values({
      id: sourceId,
      user_id: userId,
      kind: 'file',
      name: `${business}.md`,
      state: 'ready',
      used_from: NOW,
      added_at: NOW,
      read_at: NOW,
    })
    .execute();
  const passages = splitIntoPassages(sections);
  const languages = await detectLanguages(passages.map(({ text }) => text));
  const rows = passages.map(({ path, text }, position) => ({
    id: randomUUID(),
    sourceId,
    position,
    pageUrl: null,
    headings: path,
    page: null,
    sheet: null,
    rows: [],
    text,
    language: languages[position] ?? '',
  }));
  await inTransaction(db, (trx) => addPassages(trx, userId, rows));
}

async function addFactsOf({ db }: Database, userId: UserId, statements: readonly string[]): Promise<void> {
  const languages = await Promise.all(statements.map(async (statement) => detectLanguages([statement])));
  const facts = statements.map((statement, index) => ({
    id: randomUUID(),
    kind: 'policy' as const,
    subject: statement.slice(0, 30),
    attribute: '',
    value: '',
    quantity: null,
    unit: '',
    statement,
    state: 'confirmed' as const,
    source: 'typed' as const,
    quote: '',
    question: '',
    assistantId: null,
    conversationId: null,
    messageId: null,
    learnedAt: NOW,
    validFrom: null,
    validUntil: null,
    language: languages[index]?.[0] ?? '',
  }));
  await inTransaction(db, (trx) => addFacts(trx, userId, facts, FACTS_LIMIT));
}

async function embedAll({ db }: Database, userId: UserId, embeddings: EmbeddingsGateway): Promise<void> {
  const clock = { now: () => Promise.resolve(NOW) };
  const uncapped = { inputUsdPerMillion: 0, outputUsdPerMillion: 0, dailyCapUsd: null, dailyCapPerPersonUsd: null };
  const spending = createSpending({ db, clock, settings: uncapped });
  const budgets = { charge: () => Promise.resolve(), giveBack: () => Promise.resolve() };
  const { embed } = createEmbedder({ db, clock, embeddings, spending, budgets, isModelEnabled: true });
  await embed({ userId }, { signal: new AbortController().signal });
}

/** Fills a Brain with the sets of one business, as the product does, and returns what answers questions from it. */
export async function openBrain(
  database: Database,
  sets: readonly RetrievalSet[],
  embeddings: EmbeddingsGateway | null,
): Promise<(question: string) => Promise<FoundBy>> {
  const userId = await addPerson(database);
  for (const set of sets) {
    await addDocument(database, userId, set);
    await addFactsOf(database, userId, set.facts);
  }
  if (embeddings) await embedAll(database, userId, embeddings);
  return async (question) => {
    const [vector] = embeddings ? await embeddings.embed([question], { signal: new AbortController().signal }) : [];
    const keys = {
      userId,
      assistantId: null,
      question,
      now: NOW,
      turnId: randomUUID() as TurnId, // reason: as above
      conversationId: null,
      sourceIds: [],
      replaces: null,
    };
    const sought = embeddings && vector ? { signs: packVector(vector).signs, model: embeddings.model } : null;
    const { known: byWords, near } = await readSendContext(database.db, keys, sought);
    const namesOf = ({ passages, facts }: Pick<Known, 'passages' | 'facts'>) => ({
      passages: passages.map(({ headings }) => headings[0] ?? ''),
      facts: facts.map(({ statement }) => statement),
    });
    const foundIn = (known: Known): Found => {
      const given = namesOf(chooseKnown(known, { tier: 'ultimate' }).given);
      return { ranked: namesOf(known), given: [...given.passages, ...given.facts] };
    };
    const words = foundIn(byWords);
    const withMeaning = vector && near ? foundIn(fuseKnown(byWords, rankByMeaning(vector, near))) : null;
    return { words, withMeaning };
  };
}
