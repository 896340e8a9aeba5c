import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { Db } from '#db/client.ts';
import {
  changeFacts,
  describeFact,
  endLoneConflicts,
  lockFacts,
  supersedeFacts,
} from '#db/queries/brain/change-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import { detectLanguage } from './detect-languages.ts';
import type { ExtractedFact } from './extracted-facts.ts';
import { RELATED_MAX, type Learning } from './learning.ts';
import { resolveFact } from '../resolution/resolve-fact.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);

/** Reads what an owner typed on the Brain page: what it is about in short, and which facts it replaces. */
export function createTypedFactReader({ db, extract }: { db: Db; extract: Learning['extract'] }) {
  async function resolve(
    userId: UserId,
    { id, statement }: Pick<FactRow, 'id' | 'statement'>,
    { subject, attribute, value, quantity, unit, question, ...found }: ExtractedFact,
  ): Promise<void> {
    const language = await detectLanguage(statement);
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
      const { sameAs, withdraws, replaces } = resolveFact(
        {
          ...about,
          ...figures,
          kind: fact.kind,
          statement: fact.statement,
          language,
          relation: found.relation,
          relatedTo: found.relatedTo,
          statedAt: fact.learnedAt,
          isOwners: true,
          messageId: null,
          passageId: null,
        },
        older,
      );
      const replaced = new Set([...replaces, ...withdraws, ...(sameAs === null ? [] : [sameAs])]);
      await supersedeFacts(trx, userId, [...replaced], id);
      if (older.some((other) => other.isPinned && replaced.has(other.id)))
        await changeFacts(trx, userId, [id], { isPinned: true });
      await endLoneConflicts(trx, userId);
    });
  }

  /** Returns false if the operator's budget for today is spent. */
  return async (userId: UserId, id: FactId, signal: AbortSignal): Promise<boolean> => {
    const [fact] = await findFacts(db, userId, [id]);
    if (!fact || fact.source !== 'typed' || !isLive(fact)) return true;
    const { timeZone } = await getProfile(db, userId);
    const found = await extract(userId, { question: fact.statement, before: '', timeZone, except: id }, signal);
    if (found === 'over budget') return false;
    const [first] = found;
    if (first) await resolve(userId, fact, first);
    return true;
  };
}
