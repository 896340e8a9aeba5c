import type { MemoryAction, MemoryChoice } from '#contract/brain/memory.ts';
import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { findFacts } from '#db/queries/brain/facts.ts';
import { endLoneConflicts, forgetWithParts, lockFacts } from '#db/queries/brain/change-facts.ts';
import {
  findTurnMemory,
  forgetEverything,
  restoreEverything,
  saveTurnMemory,
  type SettledTurn,
} from '#db/queries/chat/turn-memory.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { AppError } from '#server/lib/app-error.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import type { Learning } from '../learning/learning.ts';
import { wordForWord } from './word-for-word.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  learning: Pick<Learning, 'fromMessage' | 'addAll'>;
  /** Brings back facts that were forgotten or replaced, as they were. */
  restore: (userId: UserId, ids: readonly string[]) => Promise<void>;
};

const factsOf = (action: MemoryAction, kinds: readonly MemoryAction['kind'][]) =>
  'factIds' in action && kinds.includes(action.kind) ? action.factIds : [];

/** What the owner answers to what a turn asks about, and Undo and Redo of what it forgot. */
export function createMemorySettler({ db, clock, learning, restore }: Dependencies) {
  /** Locks the facts, and changes what the turn did or asks; `change` returns its actions then. */
  async function settle(
    userId: UserId,
    answerId: MessageId,
    change: (trx: Db, turn: SettledTurn) => Promise<MemoryAction[] | null>,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const turn = await findTurnMemory(trx, userId, answerId);
      if (!turn) throw new AppError('NOT_FOUND');
      const actions = await change(trx, turn);
      if (actions) await saveTurnMemory(trx, { userId, id: turn.id }, { ...turn.memory, actions });
      await endLoneConflicts(trx, userId);
    });
  }

  /** Forgets some of the facts that the turn asked about, or forgot before. */
  const forget = (userId: UserId, answerId: MessageId, factIds: readonly string[]) =>
    settle(userId, answerId, async (trx, { memory: { actions } }) => {
      const named = new Set(actions.flatMap((action) => factsOf(action, ['choose', 'forgotten'])));
      if (!factIds.every((id) => named.has(id))) throw new AppError('NOT_FOUND');
      await forgetWithParts(trx, userId, factIds);
      return actions.map((action) =>
        action.kind === 'choose' && factIds.some((id) => action.factIds.includes(id))
          ? { kind: 'forgotten', factIds: [...factIds] }
          : action,
      );
    });

  const forgetAll = (userId: UserId, answerId: MessageId) =>
    settle(userId, answerId, async (trx, turn) => {
      const { memory } = turn;
      const asked = memory.actions.find((action) => action.kind === 'everything');
      if (!asked) throw new AppError('NOT_FOUND');
      // Again would lose what Undo brings back.
      if (asked.step === 'forgotten') return null;
      const everything = await forgetEverything(trx, userId);
      const actions = memory.actions.map((action): MemoryAction => {
        if (action.kind !== 'everything') return action;
        return { kind: 'everything', count: everything.numbers.length, step: 'forgotten' };
      });
      await saveTurnMemory(trx, { userId, id: turn.id }, { ...memory, actions, everything });
      return null;
    });

  const leave = (userId: UserId, answerId: MessageId) =>
    settle(userId, answerId, async (_, { memory }) =>
      memory.actions.map((action): MemoryAction => {
        if (action.kind === 'choose') return { ...action, isSettled: true };
        if (action.kind === 'everything' && action.step === 'asked') return { ...action, step: 'kept' };
        return action.kind === 'unclear' && action.step === 'asked' ? { ...action, step: 'dismissed' } : action;
      }),
    );

  async function undo(userId: UserId, answerId: MessageId): Promise<void> {
    const ids: string[] = [];
    await settle(userId, answerId, async (trx, { memory }) => {
      if (memory.everything) await restoreEverything(trx, userId, memory.everything);
      ids.push(...memory.actions.flatMap((action) => factsOf(action, ['forgotten', 'corrected'])));
      return memory.actions.map((action) =>
        action.kind === 'everything' && action.step === 'forgotten' ? { ...action, step: 'asked' } : action,
      );
    });
    // Some may have been deleted for good since.
    const there = (await findFacts(db, userId, ids)).map(({ id }) => id);
    if (there.length > 0) await restore(userId, there);
  }

  /** Keeps what wasn't clear, in the owner's words or in those that they agreed to. */
  async function keep(userId: UserId, answerId: MessageId, statement: string): Promise<void> {
    if (holdsSecret(statement)) throw new AppError('FACT_HOLDS_SECRET');
    const turn = await findTurnMemory(db, userId, answerId);
    if (!turn) throw new AppError('NOT_FOUND');
    const now = await clock.now();
    const own = wordForWord(statement, isoDayText(turn.askedAt, turn.timeZone));
    // They say so now: that counts if it differs from what they said meanwhile.
    const found = await learning.fromMessage([own], { ...turn, askedAt: now }, { isConfirmed: true });
    await settle(userId, answerId, async (trx, { memory: { actions }, unwanted }) => {
      const isAsked = actions.some((action) => action.kind === 'unclear' && action.step === 'asked');
      if (!isAsked) return null;
      if (unwanted !== null)
        return actions.map((action) => (action.kind === 'unclear' ? { kind: 'refused', reason: unwanted } : action));
      const [placed] = await learning.addAll(trx, userId, found, { now });
      if (placed?.outcome === 'full') throw new AppError('TOO_MANY_FACTS');
      return actions.map((action) => (action.kind === 'unclear' ? { ...action, step: 'kept' } : action));
    });
  }

  return async (userId: UserId, answerId: MessageId, choice: MemoryChoice): Promise<void> => {
    if (choice.kind === 'forget') return forget(userId, answerId, choice.factIds);
    if (choice.kind === 'forget-all') return forgetAll(userId, answerId);
    if (choice.kind === 'keep') return keep(userId, answerId, choice.statement);
    return choice.kind === 'undo' ? undo(userId, answerId) : leave(userId, answerId);
  };
}
