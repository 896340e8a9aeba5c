import { randomUUID } from 'node:crypto';
import { FACTS_MAX, type FactKind } from '#contract/brain/brain.ts';
import { openInMemory, type Database } from '#db/client.ts';
import { runAs } from '#db/kind-of-work.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { addFacts } from '#db/queries/brain/add-facts.ts';
import { addPassages } from '#db/queries/brain/passages.ts';
import type { Known } from '#db/queries/brain/retrieval.ts';
import { readSendContext } from '#db/queries/chat/turn-context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ConversationId, MessageId, TurnId, UserId } from '#db/types.gen.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { createEmbedder } from '#server/modules/brain/meaning/embedder.ts';
import { rankByMeaning } from '#server/modules/brain/meaning/fit-by-meaning.ts';
import { fuseKnown } from '#server/modules/brain/meaning/fuse-known.ts';
import { packVector } from '#server/modules/brain/meaning/pack-vector.ts';
import { createSpending } from '#server/modules/chat/spending.service.ts';
import { chooseKnown } from '#server/modules/brain/retrieval/choose-known.ts';
import { detectLanguages } from '#server/modules/brain/learning/detect-languages.ts';
import type { Passage } from '#server/modules/brain/sources/split-into-passages.ts';

export const NOW = new Date('2026-11-16T09:00:00Z');

/** A fact with the name that a question's answers call it by. */
export type NamedFact = { name: string; kind: FactKind; subject: string; statement: string };
export type NamedPassage = Passage & { name: string };
/**
 * What an invented business has told its team: facts, and the passages of its documents, each document in its order.
 */
export type Texts = { facts: readonly NamedFact[]; documents: readonly (readonly NamedPassage[])[] };

/** Names of what was found for a question, the best first; and of what the prompt would have of it. */
export type Found = { passages: string[]; facts: string[]; given: string[] };
/** `withMeaning` is null without a model for embeddings. */
export type FoundBy = { words: Found; withMeaning: Found | null };

export async function openEmptyDatabase(): Promise<Database> {
  const database = await openInMemory();
  await runAs('migration', () => migrateToLatest(database.db));
  return database;
}

export async function addPerson({ db }: Pick<Database, 'db'>): Promise<UserId> {
  const userId = randomUUID() as UserId; // reason: a new id gets its brand here
  const email = `${userId}@example.com`;
  await db.insertInto('users').values({ id: userId, email, email_lower: email, created_at: NOW }).execute();
  await db.insertInto('profiles').values({ user_id: userId, updated_at: NOW }).execute();
  return userId;
}

type Names = Map<string, string>;

async function addDocument({ db }: Database, userId: UserId, names: Names, passages: readonly NamedPassage[]) {
  const sourceId = randomUUID();
  const times = { used_from: NOW, added_at: NOW, read_at: NOW };
  const source = { id: sourceId, user_id: userId, kind: 'file', name: 'document', state: 'ready', ...times } as const;
  await db.insertInto('sources').values(source).execute();
  const languages = await detectLanguages(passages.map(({ text }) => text));
  const rows = passages.map(({ name, path, text, rows: numbers = [] }, position) => {
    const id = randomUUID();
    names.set(id, name);
    const place = { pageUrl: null, headings: path, page: null, sheet: null, rows: numbers };
    return { id, sourceId, position, ...place, text, language: languages[position] ?? '' };
  });
  for (let from = 0; from < rows.length; from += 500)
    await inTransaction(db, (trx) => addPassages(trx, userId, rows.slice(from, from + 500)));
}

async function addNamedFacts({ db }: Database, userId: UserId, names: Names, named: readonly NamedFact[]) {
  const languages = await Promise.all(named.map(async ({ statement }) => detectLanguages([statement])));
  const facts = named.map(({ name, kind, subject, statement }, index) => {
    const id = randomUUID();
    names.set(id, name);
    const origin = { quote: '', question: '', assistantId: null, conversationId: null, messageId: null };
    const said = { state: 'confirmed', source: 'message', learnedAt: NOW, validFrom: null, validUntil: null } as const; // reason: literals
    const figures = { attribute: '', value: '', quantity: null, unit: '' };
    return { id, kind, subject, statement, ...figures, ...origin, ...said, language: languages[index]?.[0] ?? '' };
  });
  for (let from = 0; from < facts.length; from += 500)
    await inTransaction(db, (trx) => addFacts(trx, userId, facts.slice(from, from + 500), FACTS_MAX));
}

/** What the owner asked before, in a conversation of its own; null without any. */
async function addConversation(
  { db }: Database,
  userId: UserId,
  said: readonly string[],
): Promise<ConversationId | null> {
  if (said.length === 0) return null;
  const id = randomUUID() as ConversationId; // reason: a new id gets its brand here
  const times = { created_at: NOW, updated_at: NOW };
  await db
    .insertInto('conversations')
    .values({ id, user_id: userId, assistant_type: 'emmie', title: 'Before', ...times })
    .execute();
  const messages = said.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'Here it is.' },
  ]);
  await db
    .insertInto('messages')
    .values(
      messages.map((message, index) => ({
        ...message,
        id: randomUUID() as MessageId, // reason: as above
        user_id: userId,
        conversation_id: id,
        created_at: new Date(NOW.getTime() - 60_000 * (messages.length - index)),
      })),
    )
    .execute();
  return id;
}

async function embedAll({ db }: Database, userId: UserId, embeddings: EmbeddingsGateway): Promise<void> {
  const clock = { now: () => Promise.resolve(NOW) };
  const uncapped = { inputUsdPerMillion: 0, outputUsdPerMillion: 0, dailyCapUsd: null, dailyCapPerPersonUsd: null };
  const spending = createSpending({ db, clock, settings: uncapped });
  const budgets = { charge: () => Promise.resolve(), giveBack: () => Promise.resolve() };
  const { embed } = createEmbedder({ db, clock, embeddings, spending, budgets, isModelEnabled: true });
  const countLeft = async () => (await db.selectFrom('scheduled_jobs').select('key').execute()).length;
  do {
    await db.deleteFrom('scheduled_jobs').execute();
    await embed({ userId }, { signal: new AbortController().signal });
  } while ((await countLeft()) > 0);
}

/** Fills a Brain as the product does, and returns what it finds and gives for a question. */
export async function openBrain(database: Database, { facts, documents }: Texts) {
  const userId = await addPerson(database);
  const names: Names = new Map();
  for (const passages of documents) await addDocument(database, userId, names, passages);
  await addNamedFacts(database, userId, names, facts);
  const nameOf = ({ id }: { id: string }) => names.get(id) ?? '';

  function foundIn(known: Known): Found {
    const { given } = chooseKnown(known, { tier: 'ultimate' });
    return {
      passages: known.passages.map(nameOf),
      facts: known.facts.filter(({ score }) => score > 0).map(nameOf),
      given: [...given.facts, ...given.fitting, ...given.passages].map(nameOf),
    };
  }

  return {
    /** Makes the vectors of all texts; those of another model are replaced. */
    embed: (embeddings: EmbeddingsGateway): Promise<void> => embedAll(database, userId, embeddings),
    /** What is found for a question, after others in the same conversation. */
    look: async (
      question: string,
      { before = [], embeddings = null }: { before?: readonly string[]; embeddings?: EmbeddingsGateway | null } = {},
    ): Promise<FoundBy> => {
      const [vector] = embeddings ? await embeddings.embed([question], { signal: new AbortController().signal }) : [];
      const keys = {
        userId,
        assistantId: null,
        question,
        now: NOW,
        turnId: randomUUID() as TurnId, // reason: a new id gets its brand here
        conversationId: await addConversation(database, userId, before),
        sourceIds: [],
        replaces: null,
      };
      const sought = embeddings && vector ? { signs: packVector(vector).signs, model: embeddings.model } : null;
      const { known, near } = await readSendContext(database.db, keys, sought);
      const withMeaning = vector && near ? foundIn(fuseKnown(known, rankByMeaning(vector, near))) : null;
      return { words: foundIn(known), withMeaning };
    },
  };
}
export type Brain = Awaited<ReturnType<typeof openBrain>>;
