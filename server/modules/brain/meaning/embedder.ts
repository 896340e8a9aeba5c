import type { Db } from '#db/client.ts';
import { copyVectors, countVectors, listWithoutVector, markEmbedded, saveVectors } from '#db/queries/brain/vectors.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { EmbeddingsGateway } from '#server/gateways/model/embeddings.ts';
import type { Payload } from '#server/jobs/queues.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { SpendingService } from '#server/modules/chat/spending.service.ts';
import { BudgetUsedUpError } from '#server/lib/budget-used-up.ts';
import type { Budgets } from '#server/modules/usage/budgets.service.ts';
import { nextDay } from '../next-day.ts';
import { packVector } from './pack-vector.ts';

/** All vectors of a person are compared with each question. So many take about 10 ms; what is added later is found by its words alone. */
const VECTORS_MAX = 20_000;
/** Batches of one run. */
const BATCHES = 20;

type Dependencies = {
  db: Db;
  clock: Clock;
  /** Null unless `AI_EMBEDDING_MODEL` is set. */
  embeddings: EmbeddingsGateway | null;
  spending: SpendingService;
  budgets: Pick<Budgets, 'charge' | 'giveBack'>;
  isModelEnabled: boolean;
};

/** Makes vectors of facts and passages, so that they can be found by what they mean. */
export function createEmbedder({ db, clock, embeddings, spending, budgets, isModelEnabled }: Dependencies) {
  type Made = 'all' | 'some' | 'over budget';

  async function embedBatch(
    { model, embed }: EmbeddingsGateway,
    userId: UserId,
    limit: number,
    signal: AbortSignal,
  ): Promise<Made> {
    const texts = limit > 0 ? await listWithoutVector(db, userId, model, limit) : [];
    if (texts.length === 0) return 'all';
    const passages = texts.filter(({ kind }) => kind === 'passage').map(({ id }) => id);
    if (await copyVectors(db, userId, model, passages)) return 'some';
    const asked = { instructions: '', history: texts.map(({ text }) => ({ role: 'user' as const, content: text })) };
    // An embedding model costs less than this, never more.
    const hold = await spending.hold(userId, asked, 0);
    if (hold === null) return 'over budget';
    const now = await clock.now();
    try {
      await budgets.charge(userId, 'embeddings', texts.length);
      const vectors = await embed(
        texts.map(({ text }) => text),
        { signal },
      );
      const packed = texts.map(({ kind, id }, index) => ({ kind, id, ...packVector(vectors[index] ?? []) }));
      await saveVectors(db, userId, model, packed);
    } catch (error) {
      await spending.settleHold(userId, hold, 0);
      if (error instanceof BudgetUsedUpError) return 'over budget';
      // An outage uses up nothing.
      await budgets.giveBack(userId, 'embeddings', now, texts.length);
      throw error;
    }
    return 'some';
  }

  async function embedAll(gateway: EmbeddingsGateway, userId: UserId, signal: AbortSignal): Promise<Made> {
    let room = VECTORS_MAX - (await countVectors(db, userId, gateway.model));
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const made = await embedBatch(gateway, userId, Math.min(gateway.atOnce, room), signal);
      if (made !== 'some') return made;
      room -= gateway.atOnce;
    }
    return 'some';
  }

  return {
    /** Schedules vectors for what was added, in the transaction that adds it. */
    embedLater: async (trx: Db, userId: UserId): Promise<void> => {
      if (!embeddings || !isModelEnabled) return;
      await schedule(trx, 'embedding', { key: userId, payload: { userId }, dueAt: await clock.now() });
    },

    /**
     * Makes the vectors that a person's texts lack. Retries on failure. If a budget is used up for today, it continues
     * tomorrow.
     */
    embed: async ({ userId }: Payload<'embedding'>, { signal }: { signal: AbortSignal }): Promise<void> => {
      if (!embeddings || !isModelEnabled) return;
      const made = await embedAll(embeddings, userId, signal);
      if (made === 'all') return markEmbedded(db, userId, embeddings.model);
      const now = await clock.now();
      const dueAt = made === 'some' ? now : nextDay(now);
      await schedule(db, 'embedding', { key: userId, payload: { userId }, dueAt });
    },
  };
}
export type Embedder = ReturnType<typeof createEmbedder>;
