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
import { renameFacts } from '#db/queries/brain/add-facts.ts';
import { findFacts, type FactId, type FactRow } from '#db/queries/brain/facts.ts';
import { listRelatedFacts } from '#db/queries/brain/learning.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Run } from '#server/jobs/run-job.ts';
import { UnreadableAnswer } from '#server/prompts/model-task.ts';
import { RELATED_MAX, resolveFact } from '../resolution/resolve-fact.ts';
import { currentName, namesGiven } from '../resolution/renames.ts';
import type { FoundFact } from '../resolution/resolve-facts.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import { detectLanguage } from './detect-languages.ts';
import type { ExtractedFact } from './extracted-facts.ts';
import { UNREAD, type Learning } from './learning.ts';
import { keepPreferences } from '../preferences/learned-preferences.ts';
import { asDialog, isOneFact } from './typed-answers.ts';

const isLive = ({ state }: FactRow) => LIVE_FACT_STATES.some((live) => live === state);

type Details = Pick<FactRow, 'attribute' | 'validFrom' | 'validUntil'>;
const daysOf = ({ validFrom, validUntil }: Details) => ({ validFrom, validUntil });

/** Days that the owner set stay, and the others are filled in, unless they would contradict each other. */
function mergedDays(fact: FactRow, found: Details): Pick<Details, 'validFrom' | 'validUntil'> {
  const [validFrom, validUntil] = [fact.validFrom ?? found.validFrom, fact.validUntil ?? found.validUntil];
  const isInOrder = validFrom === null || validUntil === null || validFrom <= validUntil;
  return isInOrder ? { validFrom, validUntil } : daysOf(fact);
}

/**
 * What the owner set by hand stays. Otherwise the details found in this wording count, not those found in an
 * earlier one.
 */
const filledIn = (fact: FactRow, found: Details): Details => ({
  attribute: (fact.hasOwnAttribute && fact.attribute) || found.attribute,
  ...(fact.hasOwnDays ? mergedDays(fact, found) : daysOf(found)),
});

/** Rolls back the transaction if the Brain has no room for all parts: the text stays as typed. */
class NoRoom extends Error {}

type Dependencies = { db: Db; clock: Clock; learning: Pick<Learning, 'extract' | 'addAll'> };

/**
 * Reads what an owner typed on the Brain page: what it is about in short, and which facts it takes the place of. If it
 * says several things, each becomes a fact of its own, which the owner has to confirm.
 */
export function createTypedFactReader({ db, clock, learning }: Dependencies) {
  async function describe(
    trx: Db,
    userId: UserId,
    fact: FactRow,
    { fact: { subject: named, value, quantity, unit, question, prompt, ...found }, language }: Part,
  ): Promise<void> {
    const known = await listRelatedFacts(trx, userId, `${named} ${fact.statement}`, RELATED_MAX);
    const older = known.filter((other) => other.number < fact.number);
    const subject = currentName(named, older);
    const figures = { value, quantity: quantity === null ? null : String(quantity), unit };
    const about = { subject, question, prompt, ...filledIn(fact, found) };
    await describeFact(trx, userId, { id: fact.id, ...figures, ...about });
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
        sourceId: null,
        passageId: null,
        splitFrom: null,
      },
      older,
    );
    const replaced = new Set([...replaces, ...withdraws, ...(sameAs === null ? [] : [sameAs])]);
    await supersedeFacts(trx, userId, [...replaced], fact.id);
    const names = namesGiven(fact.id, { subject, value, statement: fact.statement, language }, older);
    if (names.length > 0) await renameFacts(trx, userId, names);
    if (older.some((other) => other.isPinned && replaced.has(other.id)))
      await changeFacts(trx, userId, [fact.id], { isPinned: true });
    await endLoneConflicts(trx, userId);
  }

  /**
   * Replaces what was typed with its parts, which inherit its days and pin. Returns false if none was added: they
   * only say what is no longer true.
   */
  async function split(trx: Db, userId: UserId, fact: FactRow, parts: readonly Part[], now: Date): Promise<boolean> {
    await changeFacts(trx, userId, [fact.id], { state: 'superseded', conflictId: null });
    const origin = {
      state: 'suggested' as const,
      source: 'typed' as const,
      splitFrom: fact.id,
      assistantId: null,
      conversationId: null,
      messageId: null,
      learnedAt: fact.learnedAt,
    };
    const found = parts.map(({ language, fact: part }): FoundFact => {
      const { validFrom, validUntil } = filledIn(fact, part);
      const isShareable = fact.isShareable && holdsSecret(part.statement);
      return { language, fact: { ...part, validFrom, validUntil }, origin: { ...origin, isShareable } };
    });
    const resolved = await learning.addAll(trx, userId, found, { now });
    if (resolved.some(({ outcome }) => outcome === 'full')) throw new NoRoom();
    const ids = resolved.flatMap((one) => ('factId' in one ? [one.factId] : []));
    const [first] = ids;
    if (first === undefined) await changeFacts(trx, userId, [fact.id], { state: 'confirmed' });
    else await supersedeFacts(trx, userId, [fact.id], first);
    if (fact.isPinned) await changeFacts(trx, userId, ids, { isPinned: true });
    await endLoneConflicts(trx, userId);
    return first !== undefined;
  }

  /** Returns false if the operator's budget for today is spent. What the model can't read stays as it was typed. */
  return async (userId: UserId, id: FactId, { signal }: Pick<Run, 'signal'>): Promise<boolean> => {
    const [fact] = await findFacts(db, userId, [id]);
    if (!fact || fact.source !== 'typed' || !isLive(fact)) return true;
    const profile = await getProfile(db, userId);
    const typed = asDialog(fact.statement, fact.question);
    const { learnedAt: askedAt, isShareable } = fact;
    const input = { ...profile, ...typed, askedAt, isToRemember: true, isShareable, except: id };
    const found = await learning.extract(userId, input, signal).catch((error: unknown) => {
      if (error instanceof UnreadableAnswer) return UNREAD;
      throw error;
    });
    if (found === 'over budget') return false;
    // What couldn't be read or kept of it would be lost.
    if (!found.isComplete || found.hasDropped) return true;
    const parts = await Promise.all(
      found.facts.map(async (part) => ({ fact: part, language: await detectLanguage(part.statement) })),
    );
    const now = await clock.now();
    const read = inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const [current] = await findFacts(trx, userId, [id]);
      if (!current || !isLive(current)) return;
      const origin = { source: 'typed' as const, saidTo: null, conversationId: null, setAt: now, prompt: found.prompt };
      const kept = await keepPreferences(trx, userId, id, found.preferences, { ...origin, now });
      if (kept !== null && !kept.isKept) throw new NoRoom();
      const [first] = parts;
      if (kept === null && isOneFact(typed, found.facts)) {
        if (first) await describe(trx, userId, current, first);
        return;
      }
      const isSplit = first !== undefined && (await split(trx, userId, current, parts, now));
      // A text that became a setting isn't also a fact: there is only one list of words to avoid.
      if (kept !== null && !isSplit) await forgetFacts(trx, userId, [id]);
    });
    await read.catch((error: unknown) => {
      if (!(error instanceof NoRoom)) throw error;
    });
    return true;
  };
}
/** A part of what was typed, and its language (ISO 639-1; empty if unknown). */
type Part = { fact: ExtractedFact; language: string };
