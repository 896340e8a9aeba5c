import { isoDayText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { saveChanges } from '#db/queries/brain/add-facts.ts';
import { endLoneConflicts, lockFacts, restoreFacts } from '#db/queries/brain/change-facts.ts';
import * as dated from '#db/queries/brain/dated-facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { readResolutionContext } from '#db/queries/brain/resolution-context.ts';
import { getProfile } from '#db/queries/identity/profiles.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import { doEach } from '#server/lib/concurrency/do-each.ts';
import type { Log } from '#server/lib/log.ts';
import { RELATED_MAX } from './resolve-fact.ts';
import { createResolutionState } from './resolution-state.ts';
import { isUnconfirmedFromSource, resolveFact, type Resolution } from './resolve-fact.ts';

const PEOPLE_AT_ONCE = 200;

/** When what a fact says began to be so: on its first day, or when it was said if that was later. */
const since = ({ validFrom, learnedAt }: Pick<RelatedFact, 'validFrom' | 'learnedAt'>) =>
  validFrom === null ? learnedAt : new Date(Math.max(learnedAt.getTime(), Date.parse(validFrom)));

/** Resolves a fact against the others whose day has come, as if it had been stated on its first day. */
function resolveBegun(fact: dated.BeginningFact, known: readonly RelatedFact[]): Resolution {
  // On that day it replaces the usual price, even one from the same message.
  const alone = {
    validFrom: null,
    messageId: null,
    sourceId: null,
    passageId: null,
    splitFrom: null,
    relation: 'new' as const,
    relatedTo: null,
  };
  return resolveFact({ ...fact, ...alone, statedAt: since(fact), isOwners: !isUnconfirmedFromSource(fact) }, known);
}

/**
 * Applies facts that begin or end today: a future price replaces the usual one, and an expired fact keeps no conflict
 * open.
 */
export function createDatedFacts({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  async function begin(trx: Db, userId: UserId, fact: dated.BeginningFact, now: Date, today: string): Promise<void> {
    await dated.markBegun(trx, userId, fact.id);
    // A temporary fact doesn't replace a permanent one. Disputed facts wait for the owner.
    if (fact.validUntil !== null || fact.isDisputed) return;
    const text = { text: `${fact.subject} ${fact.statement}`, language: '', relatedTo: null };
    const context = await readResolutionContext(trx, userId, [text], RELATED_MAX);
    const state = createResolutionState([...context.known.filter(({ id }) => id !== fact.id), fact]);
    const known = state
      .live(context.related[0] ?? [])
      .filter(({ id, validFrom }) => id !== fact.id && (validFrom === null || validFrom <= today))
      .map((other) => ({ ...other, validFrom: null, learnedAt: since(other) }));
    const resolution = resolveBegun(fact, known);
    if (resolution.sameAs !== null) return;
    state.apply(fact.id, resolution);
    await saveChanges(trx, userId, state.changes(), now);
    await endLoneConflicts(trx, userId);
  }

  async function applyFor(userId: UserId, now: Date): Promise<void> {
    await inTransaction(db, async (trx) => {
      await lockFacts(trx, userId);
      const today = isoDayText(now, (await getProfile(trx, userId)).timeZone);
      const ended = await dated.listEndedInConflict(trx, userId, today);
      await restoreFacts(trx, userId, ended);
      await endLoneConflicts(trx, userId);
      // Read one by one: one can replace another that begins.
      for (;;) {
        const fact = await dated.findBeginningFact(trx, userId, today);
        if (!fact) break;
        await begin(trx, userId, fact, now, today);
      }
    });
  }

  return async (signal: AbortSignal): Promise<void> => {
    const now = await clock.now();
    const seen = new Set<UserId>();
    for (;;) {
      const people = (await dated.listPeopleWithDueDates(db, now, PEOPLE_AT_ONCE)).filter((id) => !seen.has(id));
      if (people.length === 0 || signal.aborted) return;
      await doEach(Object.fromEntries(people.map((id) => [`dates of ${id}`, () => applyFor(id, now)])), log, signal);
      for (const id of people) seen.add(id);
    }
  };
}
