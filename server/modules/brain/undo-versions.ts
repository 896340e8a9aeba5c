import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { MemoryAction } from '#contract/brain/memory.ts';
import type { Db } from '#db/client.ts';
import { endLoneConflicts, forgetFacts, lockFacts } from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import type { LearnableMessage } from '#db/queries/brain/learning.ts';
import {
  listFactsSaidIn,
  listFactsWithdrawnBy,
  listReplacedVersions,
  markWithdrawn,
  type ReplacedVersion,
} from '#db/queries/brain/taught-facts.ts';
import { listForgetfulTurns, listReplacedMemories } from '#db/queries/chat/replaced-memories.ts';
import { saveTurnMemory } from '#db/queries/chat/turn-memory.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MessageId, TurnId, UserId } from '#db/types.gen.ts';
import { undoPreferences } from './preferences/change-preferences.ts';
import { bringBackEverything, bringBackFacts, undoFact } from './undo-facts.ts';

/** The batch size: each transaction holds the lock on the facts, so it's kept short. */
const BATCH = 100;

/**
 * What a question replaced: turns that forgot facts, and messages that taught something. It is read only once, so that
 * showing them again between two steps can't leave half of it undone.
 */
type Replaced = { turnIds: TurnId[]; versions: ReplacedVersion[] };

async function listReplaced(trx: Db, userId: UserId, questionId: MessageId, isLearnable: boolean): Promise<Replaced> {
  const turnIds = await listForgetfulTurns(trx, userId, questionId);
  return { turnIds, versions: await listReplacedVersions(trx, userId, questionId, { isLearnable }) };
}

/**
 * Brings back what earlier versions of a question asked to forget, but only once: the edited one may ask again. What
 * they corrected is undone together with the facts that they said. Returns false if there is more.
 */
async function undoForgotten(
  trx: Db,
  userId: UserId,
  questionId: MessageId,
  turnIds: Replaced['turnIds'],
): Promise<boolean> {
  if (turnIds.length === 0) return true;
  const replaced = await listReplacedMemories(trx, userId, { questionId, turnIds, limit: BATCH });
  for (const { id, memory, editedAt } of replaced) {
    const { everything, ...rest } = memory;
    if (everything) await bringBackEverything(trx, userId, everything, editedAt);
    const ids = memory.actions.flatMap((action) => (action.kind === 'forgotten' ? action.factIds : []));
    await bringBackFacts(trx, userId, await findFacts(trx, userId, ids), { isConfirmed: false, now: editedAt });
    const actions = memory.actions.map((action): MemoryAction => {
      if (action.kind === 'forgotten') return { kind: 'choose', factIds: action.factIds, isSettled: true };
      return action.kind === 'everything' ? { ...action, step: 'kept' } : action;
    });
    await saveTurnMemory(trx, { userId, id }, { ...rest, actions });
  }
  return replaced.length < BATCH;
}

const isLive = ({ state }: Pick<FactRow, 'state'>) => LIVE_FACT_STATES.some((live) => live === state);

/** Forgets what replaced messages said. Returns false if there is more. */
async function undoSaid(
  trx: Db,
  userId: UserId,
  questionId: MessageId,
  messageIds: readonly MessageId[],
): Promise<boolean> {
  const said = await listFactsSaidIn(trx, userId, messageIds, BATCH);
  const known: FactId[] = said.filter((fact) => !fact.hasHistory && isLive(fact)).map(({ id }) => id);
  for (const { id } of said.filter(({ hasHistory }) => hasHistory)) {
    // Read one by one: undoing one changes those that it had replaced.
    const [fact] = await findFacts(trx, userId, [id]);
    if (!fact) continue;
    if (isLive(fact)) known.push(id);
    await undoFact(trx, userId, fact);
  }
  // They were never true, so they aren't part of another fact's history.
  await forgetFacts(
    trx,
    userId,
    said.map(({ id }) => id),
  );
  await markWithdrawn(trx, userId, known, questionId);
  return said.length < BATCH;
}

/** Undoes a batch of it. Returns false if there is more. */
async function undoBatch(
  trx: Db,
  userId: UserId,
  questionId: MessageId,
  { turnIds, versions }: Replaced,
): Promise<boolean> {
  if (!(await undoForgotten(trx, userId, questionId, turnIds))) return false;
  const [newest] = versions;
  if (newest === undefined) return true;
  const now = newest.editedAt;
  const messageIds = versions.map(({ id }) => id);
  if (!(await undoSaid(trx, userId, questionId, messageIds))) return false;
  const withdrawn = await listFactsWithdrawnBy(trx, userId, messageIds, BATCH);
  await bringBackFacts(trx, userId, await findFacts(trx, userId, withdrawn), { isConfirmed: false, now });
  if (withdrawn.length === BATCH) return false;
  for (const { id, hasPreferences } of versions) if (hasPreferences) await undoPreferences(trx, userId, id, now);
  return true;
}

type Edited = Pick<LearnableMessage, 'isVersion' | 'unwanted'> & { userId: UserId; questionId: MessageId };

/**
 * Undoes what only the earlier versions of an edited question did, newest first, and then calls `work` in the last
 * transaction of that. What they said is forgotten, which is shown below the question, and what that had replaced is
 * brought back; so are facts that they withdrew, and the preferences that they changed. What the owner has
 * confirmed or pinned since stays. If nothing can be learned from the question, a version with the same words stays in
 * effect. A long thread takes several transactions: what they have undone stays so, and the next call continues.
 */
export async function afterUndo(
  db: Db,
  { userId, questionId, isVersion, unwanted }: Edited,
  work: (trx: Db) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const isEdited = isVersion && unwanted !== 'gone';
  const step = (known: Replaced | null) =>
    inTransaction(db, async (trx): Promise<Replaced | null> => {
      await lockFacts(trx, userId);
      if (isEdited) {
        const replaced = known ?? (await listReplaced(trx, userId, questionId, unwanted === null));
        const isDone = await undoBatch(trx, userId, questionId, replaced);
        await endLoneConflicts(trx, userId);
        if (!isDone) return replaced;
      }
      await work(trx);
      return null;
    });
  let left: Replaced | null = null;
  do {
    signal?.throwIfAborted();
    left = await step(left);
  } while (left !== null);
}

/** Does the same before an edited question's tools run, so that they see the facts without the old version. */
export async function undoEarlierVersions(db: Db, userId: UserId, message: Omit<Edited, 'userId'>): Promise<void> {
  if (message.isVersion) await afterUndo(db, { ...message, userId }, async () => {});
}
