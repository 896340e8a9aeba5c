import type { z } from 'zod';
import type { MemoryAction, settleMemorySchema } from '#contract/brain/memory.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { findFacts } from '#db/queries/brain/facts.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import {
  findFactsByNumber,
  findHighestNumber,
  findTurnMemory,
  saveTurnMemory,
  type SettledTurn,
  type TurnMemory,
} from '#db/queries/chat/turn-memory.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import { finishChange, forgetEverythingFully, forgetFully } from '../forget-fully.ts';
import type { Learning } from '../learning/learning.ts';
import type { Embedder } from '../meaning/embedder.ts';
import { bringBackEverything, bringBackFacts } from '../undo-facts.ts';
import { replaceFact } from './replace-fact.ts';
import { wordForWord } from './word-for-word.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'fromMessage' | 'addAll'>;
  embedder: Pick<Embedder, 'embedLater'>;
};
/** Identifies the action of a turn that is being settled. */
type Place = Omit<z.output<typeof settleMemorySchema>, 'choice'>;
type Unclear = Extract<MemoryAction, { kind: 'unclear' }>;
/** The action after a choice, and what the turn stores to undo "forget everything". */
type Settled = { action: MemoryAction; everything?: TurnMemory['everything'] };
/** An action of a turn, whose owner's facts are locked. */
type Settling = { trx: Db; userId: UserId; action: MemoryAction; turn: SettledTurn; now: Date };

async function forget({ trx, userId, action, now }: Settling, factIds: readonly string[]): Promise<Settled> {
  const named = action.kind === 'choose' || action.kind === 'forgotten' ? action.factIds : [];
  if (!factIds.every((id) => named.includes(id))) throw new AppError('NOT_FOUND');
  await forgetFully(trx, userId, factIds, now);
  return { action: action.kind === 'choose' ? { kind: 'forgotten', factIds: [...factIds] } : action };
}

/** Forgets what was known when the owner was asked. Only once: a second time would overwrite what Undo needs. */
async function forgetAll({ trx, userId, action, now }: Settling): Promise<Settled | null> {
  if (action.kind !== 'everything') throw new AppError('NOT_FOUND');
  if (action.step !== 'asked') return null;
  const everything = await forgetEverythingFully(trx, userId, action.upTo, now);
  const hasSettings = everything.settings !== undefined;
  return { action: { ...action, count: everything.numbers.length, hasSettings, step: 'forgotten' }, everything };
}

function leave({ action }: Settling): Settled | null {
  if (action.kind === 'choose') return { action: { ...action, isSettled: true } };
  if (action.kind === 'everything' && action.step === 'asked') return { action: { ...action, step: 'kept' } };
  return action.kind === 'unclear' && action.step === 'asked' ? { action: { ...action, step: 'dismissed' } } : null;
}

async function undo({ trx, userId, action, turn, now }: Settling): Promise<Settled | null> {
  if (action.kind === 'everything' && action.step === 'forgotten') {
    if (turn.memory.everything) await bringBackEverything(trx, userId, turn.memory.everything, now);
    // Go back to "asked": a second Undo would bring back facts that the owner has forgotten since.
    return { action: { ...action, step: 'asked' } };
  }
  if (action.kind !== 'forgotten' && action.kind !== 'corrected') return null;
  // Some may have been deleted for good since.
  const facts = await findFacts(trx, userId, action.factIds);
  await bringBackFacts(trx, userId, facts, { isConfirmed: false, now });
  return null;
}

/** Applies the owner's reply when an action asks something, and Undo and Redo of what it did. */
export function createMemorySettler({ db, clock, learning, embedder }: Dependencies) {
  /** Locks the facts, and changes the action; null leaves it as it is. */
  async function settle(
    userId: UserId,
    { answerId, action: place }: Place,
    change: (settling: Settling) => Settled | null | Promise<Settled | null>,
  ): Promise<void> {
    const now = await clock.now();
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const turn = await findTurnMemory(trx, userId, answerId);
      const action = turn?.memory.actions[place];
      if (!turn || !action) throw new AppError('NOT_FOUND');
      const settled = await change({ trx, userId, action, turn, now });
      if (settled) {
        const { actions, orders } = turn.memory;
        const memory = { actions: actions.with(place, settled.action), orders };
        // Only one action of a turn can be about everything.
        const everything = settled.action.kind === 'everything' ? settled.everything : turn.memory.everything;
        await saveTurnMemory(trx, { userId, id: turn.id }, { ...memory, ...(everything && { everything }) });
      }
      await finishChange(trx, userId, now);
    });
  }

  /** Keeps an unclear fact, in the owner's words or in a wording that they accepted. */
  async function keep(userId: UserId, place: Place, statement: string): Promise<void> {
    if (holdsSecret(statement)) throw new AppError('FACT_HOLDS_SECRET');
    const turn = await findTurnMemory(db, userId, place.answerId);
    if (!turn) throw new AppError('NOT_FOUND');
    const askedAt = await clock.now();
    const own = wordForWord(statement, isoDayText(turn.askedAt, turn.timeZone));
    // Dated now, so it outranks anything they said in the meantime.
    const found = await learning.fromMessage([own], { ...turn, askedAt }, { isConfirmed: true });

    /** Replaces the fact that it corrects, if that one still exists. */
    async function add({ trx, now }: Settling, action: Unclear): Promise<Settled> {
      const [old] = await findFactsByNumber(trx, userId, action.replaces === null ? [] : [action.replaces]);
      if (old) {
        const highestNumber = await findHighestNumber(trx, userId);
        const factIds = await replaceFact(trx, userId, old, found, { highestNumber, now });
        await embedder.embedLater(trx, userId);
        return { action: { kind: 'corrected', factIds } };
      }
      const [placed] = await learning.addAll(trx, userId, found, { now });
      if (placed?.outcome === 'full') throw new AppError('TOO_MANY_FACTS');
      return { action: { ...action, step: 'kept' } };
    }

    await settle(userId, place, async (settling) => {
      const {
        action,
        turn: { unwanted },
      } = settling;
      if (action.kind !== 'unclear' || action.step !== 'asked') return null;
      return unwanted === null ? add(settling, action) : { action: { kind: 'refused', reason: unwanted } };
    });
  }

  return async (userId: UserId, { choice, ...place }: z.output<typeof settleMemorySchema>): Promise<void> => {
    if (choice.kind === 'keep') return keep(userId, place, choice.statement);
    return settle(userId, place, (settling) => {
      if (choice.kind === 'forget') return forget(settling, choice.factIds);
      if (choice.kind === 'forget-all') return forgetAll(settling);
      return choice.kind === 'undo' ? undo(settling) : leave(settling);
    });
  };
}
