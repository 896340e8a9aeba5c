import type { z } from 'zod';
import { FACTS_MAX, LIVE_FACT_STATES, STATEMENT_MAX, SUBJECT_MAX, type FactKind } from '#contract/brain/brain.ts';
import type { addFactSchema, correctFactSchema, resolveConflictSchema } from '#contract/brain/fact-schemas.ts';
import type { Db } from '#db/client.ts';
import { addFacts, type NewFact } from '#db/queries/brain/add-facts.ts';
import * as changing from '#db/queries/brain/change-facts.ts';
import * as facts from '#db/queries/brain/facts.ts';
import { resumeMessages } from '#db/queries/brain/learning.ts';
import { resumeSources } from '#db/queries/brain/source-facts.ts';
import { updateProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { asOneLine } from '#server/lib/text/as-one-line.ts';
import { detectLanguage } from './learning/detect-languages.ts';
import type { Embedder } from './meaning/embedder.ts';
import { markConflicts } from './placement/mark-conflicts.ts';
import { holdsSecret, isShareable, leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

type Dependencies = { db: Db; clock: Clock; embedder: Pick<Embedder, 'embedLater'> };
type Typed = { statement: string; language: string };
const isLive = ({ state }: facts.FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/** What the owner changes about what is known: facts are added, corrected, confirmed, pinned, forgotten, brought back and erased. */
export function createFactChanges({ db, clock, embedder }: Dependencies) {
  /** The owner's statement in its stored form. Detect its language before the transaction that adds it. */
  async function read(typed: string): Promise<Typed> {
    const statement = asOneLine(typed, STATEMENT_MAX);
    return { statement, language: await detectLanguage(statement) };
  }

  /** Adds a fact in the owner's own words. A job reads it for what it is about. False if its id was there, even as a forgotten one. */
  async function addTyped(
    trx: Db,
    userId: UserId,
    typed: Typed & { id: string; kind: FactKind; subject?: string; isOkayToShare: boolean },
  ): Promise<boolean> {
    const { statement, language } = typed;
    const hasSecret = holdsSecret(statement);
    if (hasSecret && !isShareable(statement)) throw new AppError('FACT_HOLDS_SECRET');
    if (hasSecret && !typed.isOkayToShare) throw new AppError('FACT_MAY_BE_SHARED');
    const fact: NewFact = {
      id: typed.id,
      kind: typed.kind,
      statement,
      subject: typed.subject ?? cutAtWord(leaveOutSecrets(statement), SUBJECT_MAX),
      value: '',
      state: 'confirmed',
      source: 'typed',
      isShareable: hasSecret,
      quote: '',
      question: '',
      assistantId: null,
      conversationId: null,
      messageId: null,
      learnedAt: await clock.now(),
      validFrom: null,
      validUntil: null,
      language,
    };
    const added = await addFacts(trx, userId, [fact], FACTS_MAX);
    if (added === null) throw new AppError('TOO_MANY_FACTS');
    if (added.length === 0) return false;
    const payload = { userId, factId: fact.id };
    await schedule(trx, 'learning', { key: fact.id, payload, dueAt: fact.learnedAt });
    await embedder.embedLater(trx, userId);
    return true;
  }

  async function getFact(trx: Db, userId: UserId, id: string): Promise<facts.FactRow> {
    const [fact] = await facts.findFacts(trx, userId, [id]);
    if (!fact) throw new AppError('NOT_FOUND');
    return fact;
  }

  async function bringBack(trx: Db, userId: UserId, id: string): Promise<void> {
    const fact = await getFact(trx, userId, id);
    if (isLive(fact)) return;
    const successor = await facts.findSuccessor(trx, userId, id);
    await changing.confirmFacts(trx, userId, [id], await clock.now());
    if (successor) {
      await changing.supersedeFacts(trx, userId, [successor.id], id);
      if (successor.isPinned) await changing.changeFacts(trx, userId, [id], { isPinned: true });
    }
    // Restoring a fact confirms it.
    await markConflicts(trx, userId, { ...fact, isSuggestion: false }, await clock.now());
  }

  /** Runs one change of a person's facts at a time. It may have made room for what waits to be learned. */
  const change = async <Result>(userId: UserId, work: (trx: Db) => Promise<Result>): Promise<Result> => {
    const now = await clock.now();
    return inTransaction(db, async (trx) => {
      await changing.lockFacts(trx, userId);
      const result = await work(trx);
      await changing.endLoneConflicts(trx, userId);
      await resumeMessages(trx, userId, now);
      await resumeSources(trx, userId, now);
      return result;
    });
  };

  return {
    holdsSecret,

    /**
     * Adds a fact that an automation has written, as a suggestion, in the transaction of its step. Returns false if there is no room; the
     * same id again changes nothing. `chain` are the automations that led to it, this one included.
     */
    suggest: async (
      trx: Db,
      userId: UserId,
      {
        id,
        automationId,
        statement,
        chain,
        now,
      }: { id: string; automationId: string; statement: string; chain: readonly string[]; now: Date },
    ): Promise<boolean> => {
      const added = await addFacts(
        trx,
        userId,
        [
          {
            id,
            // Its owner sees it before it counts, and can say what it is about.
            kind: 'policy',
            statement,
            subject: cutAtWord(statement, SUBJECT_MAX),
            value: '',
            state: 'suggested',
            source: 'automation',
            automationId,
            quote: '',
            question: '',
            assistantId: null,
            conversationId: null,
            messageId: null,
            learnedAt: now,
            validFrom: null,
            validUntil: null,
          },
        ],
        FACTS_MAX,
        chain,
      );
      if (added === null) return false;
      await embedder.embedLater(trx, userId);
      return true;
    },

    add: async (userId: UserId, { statement, ...input }: z.output<typeof addFactSchema>): Promise<boolean> => {
      const typed = await read(statement);
      return change(userId, (trx) => addTyped(trx, userId, { ...input, ...typed }));
    },

    /** The new wording takes the place of the old one, or of what has that place by now, and of what disagreed with it. */
    correct: async (
      userId: UserId,
      { id, factId, statement, ...input }: z.output<typeof correctFactSchema>,
    ): Promise<void> => {
      const typed = await read(statement);
      await change(userId, async (trx) => {
        if ((await facts.findFacts(trx, userId, [id])).length > 0) return;
        const named = await getFact(trx, userId, factId);
        const old = isLive(named) ? named : await facts.findSuccessor(trx, userId, factId);
        if (!old) throw new AppError('NOT_FOUND');
        const isOkayToShare = input.isOkayToShare || old.isShareable;
        await addTyped(trx, userId, { ...typed, id, kind: old.kind, subject: old.subject, isOkayToShare });
        const { validFrom, validUntil, subject } = old;
        await changing.describeFact(trx, userId, { id, subject, value: '', question: '', validFrom, validUntil });
        const conflicting = old.conflictId === null ? [] : await facts.findConflict(trx, userId, old.conflictId);
        await changing.supersedeFacts(trx, userId, [...new Set([old.id, ...conflicting.map((other) => other.id)])], id);
        if (old.isPinned) await changing.changeFacts(trx, userId, [id], { isPinned: true });
      });
    },

    confirm: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx) => {
        const { state } = await getFact(trx, userId, id);
        if (state === 'suggested') await changing.confirmFacts(trx, userId, [id], await clock.now());
      }),

    pin: async (userId: UserId, id: string, isPinned: boolean): Promise<void> =>
      change(userId, async (trx) => {
        // A click on one that was forgotten at the same moment means nothing.
        if (isLive(await getFact(trx, userId, id))) await changing.changeFacts(trx, userId, [id], { isPinned });
      }),

    /** They are gone from every prompt from now on. The owner can bring them back. */
    forget: async (userId: UserId, ids: readonly string[]): Promise<void> =>
      change(userId, async (trx) => {
        if ((await changing.forgetFacts(trx, userId, ids)).length === 0) throw new AppError('NOT_FOUND');
      }),

    /**
     * Undoes what was learned: what it had replaced is back in its place, unless something newer has that, or else it is forgotten. Bringing
     * it back redoes it.
     */
    undo: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx) => {
        const fact = await getFact(trx, userId, id);
        const replaced = await facts.listSupersededBy(trx, userId, id);
        if (fact.supersededBy !== null) await changing.supersedeFacts(trx, userId, replaced, fact.supersededBy);
        else if (isLive(fact)) await changing.restoreFacts(trx, userId, replaced);
        const [before] = fact.supersededBy === null ? replaced : [];
        if (before === undefined) await changing.forgetFacts(trx, userId, [id]);
        else await changing.supersedeFacts(trx, userId, [id], before);
      }),

    /**
     * Brings back facts that were replaced or forgotten. What has the place of one by now is replaced by it; with other facts that give
     * another figure it is in conflict.
     */
    bringBack: async (userId: UserId, ids: readonly string[]): Promise<void> =>
      change(userId, async (trx) => {
        for (const id of ids) await bringBack(trx, userId, id);
      }),

    /** Deletes for good what was replaced or forgotten. */
    erase: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx) => {
        if (!(await changing.eraseFact(trx, userId, id))) throw new AppError('NOT_FOUND');
      }),

    resolve: async (userId: UserId, { conflictId, right }: z.output<typeof resolveConflictSchema>): Promise<void> =>
      change(userId, async (trx) => {
        const ids = (await facts.findConflict(trx, userId, conflictId)).map(({ id }) => id);
        if (ids.length === 0) throw new AppError('NOT_FOUND');
        if (right === 'all') await changing.confirmFacts(trx, userId, ids, await clock.now());
        else if (right === 'none') await changing.forgetFacts(trx, userId, ids);
        else {
          if (!ids.includes(right.factId)) throw new AppError('NOT_FOUND');
          await changing.confirmFacts(trx, userId, [right.factId], await clock.now());
          const wrong = ids.filter((id) => id !== right.factId);
          await changing.supersedeFacts(trx, userId, wrong, right.factId);
        }
      }),

    /** Whether facts are learned from what the owner writes. */
    setLearning: (userId: UserId, learnsFromChats: boolean): Promise<void> =>
      updateProfile(db, userId, { learns_from_chats: learnsFromChats }),
  };
}
