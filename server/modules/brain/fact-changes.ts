import type { z } from 'zod';
import { FACTS_MAX, LIVE_FACT_STATES, STATEMENT_MAX, SUBJECT_MAX, type FactKind } from '#contract/brain/brain.ts';
import type {
  addFactSchema,
  correctFactSchema,
  describeFactSchema,
  resolveConflictSchema,
} from '#contract/brain/fact-schemas.ts';
import type { StartQuestionId } from '#contract/brain/start-questions.ts';
import type { Db } from '#db/client.ts';
import { addFacts, type NewFact } from '#db/queries/brain/add-facts.ts';
import * as changing from '#db/queries/brain/change-facts.ts';
import { findConflict } from '#db/queries/brain/brain-overview.ts';
import * as facts from '#db/queries/brain/facts.ts';
import { findSuccessor } from '#db/queries/brain/successors.ts';
import { updateProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { schedule } from '#server/jobs/schedule.ts';
import { AppError } from '#server/lib/app-error.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { asOneLine } from '#server/lib/text/as-one-line.ts';
import { finishChange, forgetFully } from './forget-fully.ts';
import { detectLanguage } from './learning/detect-languages.ts';
import { questionText, withQuestion } from './learning/typed-answers.ts';
import type { Embedder } from './meaning/embedder.ts';
import { holdsSecret, isShareable, leaveOutSecrets, secretsIn } from '#server/lib/text/holds-secret.ts';
import { undoPreferences } from './preferences/change-preferences.ts';
import { bringBackFacts, undoFact } from './undo-facts.ts';

type Dependencies = { db: Db; clock: Clock; embedder: Pick<Embedder, 'embedLater'> };
type Typed = { statement: string; language: string };
/** Placeholder details for a statement that no model has read yet. */
const UNREAD = {
  attribute: '',
  value: '',
  quantity: null,
  unit: '',
  quote: '',
  question: '',
  assistantId: null,
  conversationId: null,
  messageId: null,
  validFrom: null,
  validUntil: null,
};
const isLive = ({ state }: facts.FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/** Rewording a shareable fact keeps it shareable; a different password in it needs a new OK. */
const addsNoSecret = (statement: string, old: string) => {
  const known = secretsIn(old);
  return secretsIn(statement).every((secret) => known.includes(secret));
};

/** What the owner changes about what is known: facts are added, corrected, confirmed, pinned, forgotten, brought back and erased. */
export function createFactChanges({ db, clock, embedder }: Dependencies) {
  /** The owner's statement in its stored form. Detect its language before the transaction that adds it. */
  async function read(typed: string, question?: StartQuestionId): Promise<Typed> {
    const statement = withQuestion(asOneLine(typed, STATEMENT_MAX), question);
    return { statement, language: await detectLanguage(statement) };
  }

  /** Adds a fact in the owner's own words. A job reads it for what it is about. False if its id was there, even as a forgotten one. */
  async function addTyped(
    trx: Db,
    userId: UserId,
    typed: Typed & {
      id: string;
      kind: FactKind;
      subject?: string;
      question?: StartQuestionId | undefined;
      isOkayToShare: boolean;
    },
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
      ...UNREAD,
      question: questionText(typed.question),
      state: 'confirmed',
      source: 'typed',
      isShareable: hasSecret,
      learnedAt: await clock.now(),
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

  async function getFacts(trx: Db, userId: UserId, ids: readonly string[]): Promise<facts.FactRow[]> {
    const found = await facts.findFacts(trx, userId, ids);
    if (found.length < new Set(ids).size) throw new AppError('NOT_FOUND');
    return found;
  }

  async function getFact(trx: Db, userId: UserId, id: string): Promise<facts.FactRow> {
    const [fact] = await getFacts(trx, userId, [id]);
    if (!fact) throw new AppError('NOT_FOUND');
    return fact;
  }

  /** Runs one change of a person's facts at a time. It may have made room for what waits to be learned. */
  const change = async <Result>(userId: UserId, work: (trx: Db, now: Date) => Promise<Result>): Promise<Result> => {
    const now = await clock.now();
    return inTransaction(db, async (trx) => {
      await changing.lockFacts(trx, userId);
      const result = await work(trx, now);
      await finishChange(trx, userId, now);
      return result;
    });
  };

  return {
    holdsSecret,

    add: async (userId: UserId, { statement, ...input }: z.output<typeof addFactSchema>): Promise<boolean> => {
      const typed = await read(statement, input.question);
      return change(userId, (trx) => addTyped(trx, userId, { ...input, ...typed }));
    },

    /** The new wording takes the place of the old one, or of what has that place by now, and of what disagreed with it. */
    correct: async (
      userId: UserId,
      { id, factId, statement, question, ...input }: z.output<typeof correctFactSchema>,
    ): Promise<void> => {
      const typed = await read(statement, question);
      await change(userId, async (trx, now) => {
        if ((await facts.findFacts(trx, userId, [id])).length > 0) return;
        const named = await getFact(trx, userId, factId);
        // A typed answer that only contained preferences was forgotten once they became settings.
        const hadSettings = await undoPreferences(trx, userId, factId, now);
        const successor = isLive(named) ? named : await findSuccessor(trx, userId, factId);
        const old = successor ?? (hadSettings ? named : undefined);
        const parts = await changing.listParts(trx, userId, [factId]);
        if (!old) throw new AppError('NOT_FOUND');
        const isOkayToShare = input.isOkayToShare || (old.isShareable && addsNoSecret(typed.statement, old.statement));
        await addTyped(trx, userId, { ...typed, id, kind: old.kind, subject: old.subject, isOkayToShare });
        const { validFrom, validUntil, subject, attribute } = old;
        const about = { subject, attribute, question: questionText(question), validFrom, validUntil };
        await changing.describeFact(trx, userId, { ...UNREAD, ...about, id });
        const conflicting = old.conflictId === null ? [] : await findConflict(trx, userId, old.conflictId);
        const replaced = new Set([old.id, ...parts, ...conflicting.map((other) => other.id)]);
        await changing.supersedeFacts(trx, userId, [...replaced], id);
        await changing.keepOwnDetails(trx, userId, { ...old, id });
        if (old.isPinned) await changing.changeFacts(trx, userId, [id], { isPinned: true });
      });
    },

    /** Changes which property the fact is about, and on which days it is true. */
    describe: async (userId: UserId, { factId, ...about }: z.output<typeof describeFactSchema>): Promise<void> => {
      if (holdsSecret(about.attribute)) throw new AppError('FACT_HOLDS_SECRET');
      await change(userId, async (trx) => {
        const { id } = await getFact(trx, userId, factId);
        await changing.describeDays(trx, userId, { id, ...about });
      });
    },

    /** The owner says that these suggested facts are right. */
    confirm: async (userId: UserId, ids: readonly string[]): Promise<void> =>
      change(userId, async (trx, now) => {
        const found = await getFacts(trx, userId, ids);
        const suggested = found.flatMap(({ id, state }) => (state === 'suggested' ? [id] : []));
        await changing.confirmFacts(trx, userId, suggested, now);
      }),

    pin: async (userId: UserId, id: string, isPinned: boolean): Promise<void> =>
      change(userId, async (trx) => {
        // A click on one that was forgotten at the same moment means nothing.
        if (isLive(await getFact(trx, userId, id))) await changing.changeFacts(trx, userId, [id], { isPinned });
      }),

    /**
     * Removes facts from all future prompts, along with the settings that typed ones among them made. The owner
     * can bring them back.
     */
    forget: async (userId: UserId, ids: readonly string[]): Promise<void> =>
      change(userId, async (trx, now) => {
        if ((await forgetFully(trx, userId, ids, now)).length === 0) throw new AppError('NOT_FOUND');
      }),

    /**
     * Undoes what was learned: what it had replaced is back in its place, unless something newer has that, or else it
     * is forgotten. `restore` redoes it.
     */
    undo: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx) => {
        await undoFact(trx, userId, await getFact(trx, userId, id));
      }),

    /** The owner says that a replaced or forgotten fact is right after all. */
    bringBack: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx, now) => {
        await bringBackFacts(trx, userId, await getFacts(trx, userId, [id]), { isConfirmed: true, now });
      }),

    /** Undo and Redo: facts that were replaced or forgotten are back, and count as much as before. */
    restore: async (userId: UserId, ids: readonly string[]): Promise<void> =>
      change(userId, async (trx, now) => {
        await bringBackFacts(trx, userId, await getFacts(trx, userId, ids), { isConfirmed: false, now });
      }),

    /** Accepts all doubtful replacements. */
    dismissDoubts: (userId: UserId): Promise<void> => changing.dismissDoubts(db, userId),

    /** Deletes for good what was replaced or forgotten. */
    erase: async (userId: UserId, id: string): Promise<void> =>
      change(userId, async (trx) => {
        if (!(await changing.eraseFact(trx, userId, id))) throw new AppError('NOT_FOUND');
      }),

    resolve: async (userId: UserId, { conflictId, right }: z.output<typeof resolveConflictSchema>): Promise<void> =>
      change(userId, async (trx, now) => {
        const ids = (await findConflict(trx, userId, conflictId)).map(({ id }) => id);
        if (ids.length === 0) throw new AppError('NOT_FOUND');
        if (right === 'all') await changing.confirmFacts(trx, userId, ids, now);
        else if (right === 'none') await changing.forgetFacts(trx, userId, ids);
        else {
          if (!ids.includes(right.factId)) throw new AppError('NOT_FOUND');
          await changing.confirmFacts(trx, userId, [right.factId], now);
          const wrong = ids.filter((id) => id !== right.factId);
          await changing.supersedeFacts(trx, userId, wrong, right.factId);
        }
      }),

    /** Whether facts are learned from what the owner writes. */
    setLearning: (userId: UserId, learnsFromChats: boolean): Promise<void> =>
      updateProfile(db, userId, { learns_from_chats: learnsFromChats }),
  };
}
