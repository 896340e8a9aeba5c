import { QUESTION_CHARACTERS } from '#db/queries/brain/asked-words.ts';
import { findNear, type Near } from '#db/queries/brain/near.ts';
import type { Known } from '#db/queries/brain/retrieval.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { Log } from '#server/lib/log.ts';
import type { Embedder } from './embedder.ts';
import { fuseKnown } from './fuse-known.ts';
import { packVector, similarity } from './pack-vector.ts';

/** A question waits this long for its vector and for what is near it, in milliseconds. Then words alone decide. */
const WAIT_MS = 300;
/** At most so many facts, and as many passages, are given for their meaning. */
const MEANT_MAX = 8;
/** A text that is less similar than this share of the most similar one has little to do with the question. Which values are usual depends on the model. */
const SIMILAR_SHARE = 0.75;

type Meant = Pick<Known, 'facts' | 'passages'>;

/** The texts that mean most nearly what the question does, and the facts in conflict with one of them. */
export function rankByMeaning(vector: readonly number[], { facts, passages, vectors }: Near): Meant {
  const similarities = new Map(
    Object.entries(vectors).map(([id, text]) => [id, similarity(vector, Buffer.from(text, 'base64'))]),
  );
  const of = ({ id }: { id: string }) => similarities.get(id) ?? 0;
  const rank = <T extends { id: string }>(items: readonly T[]): T[] => {
    const ranked = items.filter(({ id }) => similarities.has(id)).toSorted((a, b) => of(b) - of(a));
    const best = ranked[0] ? of(ranked[0]) : 0;
    return ranked.filter((item) => of(item) > 0 && of(item) >= best * SIMILAR_SHARE).slice(0, MEANT_MAX);
  };
  const meant = rank(facts);
  const numbers = new Set(meant.flatMap(({ conflictsWith }) => conflictsWith));
  const conflicting = facts.filter((fact) => numbers.has(fact.number) && !meant.includes(fact));
  return { facts: [...meant, ...conflicting], passages: rank(passages) };
}

type Dependencies = {
  db: Db;
  clock: Clock;
  embeddings: EmbeddingsGateway | null;
  isModelEnabled: boolean;
  embedder: Pick<Embedder, 'embedLater'>;
  log: Log;
};

/** A second ranking of what is known, by what the question means. */
export function createMeaning({ db, clock, embeddings, isModelEnabled, embedder, log }: Dependencies) {
  async function find(
    { model, embed }: EmbeddingsGateway,
    userId: UserId,
    question: string,
    signal: AbortSignal,
  ): Promise<Meant | null> {
    const [vector] = await embed([question.slice(0, QUESTION_CHARACTERS)], { signal, isUrgent: true });
    if (!vector) return null;
    const near = await findNear(db, { userId, model, signs: packVector(vector).signs, now: await clock.now() });
    if (near?.isBehind) await embedder.embedLater(db, userId);
    return near && rankByMeaning(vector, near);
  }

  /** Never rejects: a question is answered without it, too. */
  async function findInTime(gateway: EmbeddingsGateway, userId: UserId, question: string): Promise<Meant | null> {
    const late = new AbortController();
    try {
      return await inTime(() => find(gateway, userId, question, late.signal), WAIT_MS);
    } catch (error) {
      log.warn({ event: 'no ranking by meaning', err: error }, 'no ranking by meaning');
      return null;
    } finally {
      late.abort();
    }
  }

  /**
   * Adds what fits by its meaning to what was read for a question. The vector is asked for while the context is read; if the question is known
   * only then, afterwards. Without `AI_EMBEDDING_MODEL`, the context stays as it is.
   */
  return async <T extends { known: Known; target?: { question: string } | null }>(
    userId: UserId,
    reading: Promise<T>,
    question?: string,
  ): Promise<T> => {
    if (!embeddings || !isModelEnabled) return reading;
    const early = question === undefined ? null : findInTime(embeddings, userId, question);
    const context = await reading;
    const meant = await (early ?? (context.target ? findInTime(embeddings, userId, context.target.question) : null));
    return meant ? { ...context, known: fuseKnown(context.known, meant) } : context;
  };
}
