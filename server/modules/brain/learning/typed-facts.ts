import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import {
  changeFacts,
  describeFact,
  endLoneConflicts,
  forgetFacts,
  lockFacts,
  supersedeFacts,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import type { PreferenceOrigin } from '#db/queries/preferences/answer-preferences.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { ExtractedFact } from './extracted-facts.ts';
import { RELATED_MAX, type Extraction, type Learning } from './learning.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import { replacedByTyped } from '../placement/place-fact.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/** Reads what an owner typed on the Brain page: what it is about in short, and which facts it takes the place of. */
export function createTypedFactReader({ db, extract }: { db: Db; extract: Learning['extract'] }) {
  async function place(
    userId: UserId,
    id: FactId,
    { subject, attribute, value, quantity, unit, question, ...found }: ExtractedFact,
  ): Promise<void> {
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const [fact] = await findFacts(trx, userId, [id]);
      if (!fact || !isLive(fact)) return;
      const { validFrom, validUntil, prompt } = found;
      const figures = { value, quantity: quantity === null ? null : String(quantity), unit };
      const about = { subject, attribute, question, validFrom, validUntil, prompt };
      await describeFact(trx, userId, { id, ...figures, ...about });
      const known = await listRelatedFacts(trx, userId, `${subject} ${fact.statement}`, RELATED_MAX);
      const older = known.filter((other) => other.number < fact.number);
      const stated = { ...found, subject, value, kind: fact.kind };
      const replaced = replacedByTyped(stated, older);
      const ids = replaced.map((other) => other.id);
      await supersedeFacts(trx, userId, ids, id);
      if (replaced.some(({ isPinned }) => isPinned)) await changeFacts(trx, userId, [id], { isPinned: true });
      await endLoneConflicts(trx, userId);
    });
  }

  /**
   * Keeps what it says about answers as settings. A text that says nothing else isn't a fact beside them: there is one
   * list of words to avoid.
   */
  async function keep(
    userId: UserId,
    id: FactId,
    { facts, preferences, prompt }: Extraction,
    now: Date,
  ): Promise<void> {
    const origin: PreferenceOrigin = { source: 'typed', saidTo: null, conversationId: null, setAt: now, prompt };
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const note = await keepPreferences(trx, userId, id, preferences, { ...origin, now });
      if (note !== null && facts.length === 0) await forgetFacts(trx, userId, [id]);
    });
  }

  /** Returns false if the operator's budget for today is spent. */
  return async (userId: UserId, id: FactId, signal: AbortSignal): Promise<boolean> => {
    const [fact] = await findFacts(db, userId, [id]);
    if (!fact || fact.source !== 'typed' || !isLive(fact)) return true;
    const { timeZone } = await getProfile(db, userId);
    const found = await extract(userId, { question: fact.statement, before: '', timeZone, except: id }, signal);
    if (found === 'over budget') return false;
    const [first] = found.facts;
    if (found.preferences.length > 0) await keep(userId, id, found, fact.learnedAt);
    if (first) await place(userId, id, first);
    return true;
  };
}
