import { QUESTION_CHARACTERS } from '#db/queries/brain/retrieval/asked-words.ts';
import type { Near, Sought } from '#db/queries/brain/near.ts';
import type { Known, OfferedPassage } from '#db/queries/brain/retrieval.ts';
import type { OfferedFact } from '#db/queries/brain/retrieval/known-facts.ts';
import type { Db } from '#db/client.ts';
import type { UserId } from '#db/types.gen.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import { inTime } from '#server/lib/concurrency/in-time.ts';
import type { Log } from '#server/lib/log.ts';
import type { Embedder } from './embedder.ts';
import { agreementOf } from './agreement.ts';
import { fuseKnown, type Meant } from './fuse-known.ts';
import { packVector, similarity } from './pack-vector.ts';

/** A question waits this long for its vector, in milliseconds. Then words alone decide. */
const WAIT_MS = 300;
/** Maximum facts added by semantic similarity. */
const FACTS_MAX = 24;
/** A text that is less similar than this share of the most similar one has little to do with the question. Which values are usual depends on the model. */
const FACT_SHARE = 0.4;
const PASSAGE_SHARE = 0.5;
/** A passage must be more similar than the average one. With fewer passages than this, the average says nothing. */
const USUAL_MIN = 8;
/**
 * Meaningless vectors hardly ever agree with words more than this. A good model's vectors agree more than twice as
 * much.
 */
const CHANCE = 0.15;
const GOOD = 0.35;
/** Weight of a model's ranking whose vectors barely agree with words. */
const LEAST_WEIGHT = 0.85;

/** How far the vectors of these texts can be trusted. If there are too few texts to tell, they can't do harm either. */
function weightFor({ facts, suggestions, passages, vectors }: Near): number {
  const texts = [...passages, ...[...facts, ...suggestions].map(({ id, statement }) => ({ id, text: statement }))];
  const agreement = agreementOf(
    texts.flatMap(({ id, text }) => {
      const numbers = vectors[id];
      return numbers === undefined ? [] : [{ text, numbers: Buffer.from(numbers, 'base64') }];
    }),
  );
  if (agreement === null) return 1;
  if (agreement < CHANCE) return 0;
  return Math.min(LEAST_WEIGHT + ((1 - LEAST_WEIGHT) * (agreement - CHANCE)) / (GOOD - CHANCE), 1);
}

/**
 * The texts closest in meaning to the question, and the facts in conflict with one of them. A passage's score is how
 * far its similarity exceeds the average, as a share of the best passage's lead.
 */
export function rankByMeaning(vector: readonly number[], near: Near): Meant {
  const { facts, suggestions, passages, vectors } = near;
  const similarities = new Map(
    Object.entries(vectors).map(([id, text]) => [id, similarity(vector, Buffer.from(text, 'base64'))]),
  );
  const of = ({ id }: { id: string }) => similarities.get(id) ?? 0;
  const rank = <T extends { id: string }>(items: readonly T[], share: number): T[] => {
    const ranked = items.filter(({ id }) => similarities.has(id)).toSorted((a, b) => of(b) - of(a));
    const best = ranked[0] ? of(ranked[0]) : 0;
    return ranked.filter((item) => of(item) > 0 && of(item) >= best * share);
  };
  const rankPassages = (): OfferedPassage[] => {
    const known = passages.filter(({ id }) => similarities.has(id));
    const usual = known.length < USUAL_MIN ? 0 : known.reduce((sum, passage) => sum + of(passage), 0) / known.length;
    const ranked = rank(passages, PASSAGE_SHARE);
    const range = ranked[0] ? of(ranked[0]) - usual : 0;
    return ranked
      .map((passage) => ({ ...passage, score: range > 0 ? (of(passage) - usual) / range : 0 }))
      .filter(({ score }) => score > 0);
  };
  const rankFacts = (known: readonly OfferedFact[]): OfferedFact[] => {
    const meant = rank(known, FACT_SHARE).slice(0, FACTS_MAX);
    const numbers = new Set(meant.flatMap(({ conflictsWith }) => conflictsWith));
    return [...meant, ...known.filter((fact) => numbers.has(fact.number) && !meant.includes(fact))];
  };
  return {
    facts: rankFacts(facts),
    suggestions: rankFacts(suggestions),
    passages: rankPassages(),
    weight: weightFor(near),
  };
}

type Dependencies = {
  db: Db;
  embeddings: EmbeddingsGateway | null;
  isModelEnabled: boolean;
  embedder: Pick<Embedder, 'embedLater'>;
  log: Log;
};

/** A second ranking of what is known, by what the question means. */
export function createMeaning({ db, embeddings, isModelEnabled, embedder, log }: Dependencies) {
  /** The vector of a question, or null if there is none in time. Never rejects: a question is answered without it, too. */
  async function vectorOf({ embed }: EmbeddingsGateway, question: string): Promise<readonly number[] | null> {
    const late = new AbortController();
    const texts = [question.slice(0, QUESTION_CHARACTERS)];
    try {
      const [vector] = await inTime(() => embed(texts, { signal: late.signal, isUrgent: true }), WAIT_MS);
      return vector ?? null;
    } catch (error) {
      log.warn({ event: 'no ranking by meaning', err: error }, 'no ranking by meaning');
      return null;
    } finally {
      late.abort();
    }
  }

  /**
   * Reads what a question needs, and adds what fits it by its meaning to what fits it by its words. The question is only asked for if there is a model for
   * embeddings.
   */
  return async <T extends { known: Known; near: Near | null }>(
    userId: UserId,
    findQuestion: () => Promise<string | undefined>,
    read: (sought: Sought | null) => Promise<T>,
  ): Promise<T> => {
    if (!embeddings || !isModelEnabled) return read(null);
    const question = await findQuestion();
    const vector = question === undefined ? null : await vectorOf(embeddings, question);
    const context = await read(vector && { signs: packVector(vector).signs, model: embeddings.model });
    if (!vector || !context.near) return context;
    if (context.near.isBehind) await embedder.embedLater(db, userId);
    return { ...context, known: fuseKnown(context.known, rankByMeaning(vector, context.near)) };
  };
}
