import { randomUUID } from 'node:crypto';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import type { FactChanges, FactName, NewFact, ResolvedFact } from '#db/queries/brain/add-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { ResolutionContext } from '#db/queries/brain/resolution-context.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { currentName, namesGiven } from './renames.ts';
import { createResolutionState } from './resolution-state.ts';
import { isUnconfirmedFromSource, resolveFact } from './resolve-fact.ts';

/** A fact that was found, the language of its statement (ISO 639-1; empty if unknown), and where it is from. */
export type FoundFact = {
  fact: ExtractedFact;
  language: string;
  origin: Pick<
    NewFact,
    | 'state'
    | 'source'
    | 'sourceId'
    | 'passageId'
    | 'splitFrom'
    | 'isShareable'
    | 'assistantId'
    | 'conversationId'
    | 'messageId'
    | 'learnedAt'
    | 'confirmedAt'
  >;
};
/** Whether a fact was added, was already known, found no room, or withdrew others. */
export type Resolved =
  | { outcome: 'added' | 'known'; factId: FactId }
  | { outcome: 'withdrew'; factIds: FactId[] }
  | { outcome: 'full' };

/**
 * Resolves facts one at a time with `resolveFact`: each against the known ones and against those before it that share a
 * word with it. At most `room` are added. `context` is that of their subjects and statements.
 */
export function resolveFacts(
  found: readonly FoundFact[],
  { highestNumber, liveCount, known, related, earlierRelated }: ResolutionContext,
  room: number,
): { resolved: Resolved[]; added: ResolvedFact[]; changes: FactChanges } {
  const state = createResolutionState(known);
  const resolved: Resolved[] = [];
  const added: NewFact[] = [];
  const renamed: FactName[] = [];
  let liveNow = liveCount;
  for (const [index, { fact, language, origin }] of found.entries()) {
    if (added.length >= room) break;
    const before = (earlierRelated[index] ?? []).flatMap((earlier) => {
      const one = resolved[earlier];
      return one?.outcome === 'added' ? [one.factId] : [];
    });
    const others = state.live([...before, ...(related[index] ?? [])]);
    const { kind, attribute, value, unit, statement, quote, question, validFrom, validUntil, prompt } = fact;
    const subject = currentName(fact.subject, others);
    const quantity = fact.quantity === null ? null : String(fact.quantity);
    const says = { kind, subject, attribute, value, quantity, unit, statement, validFrom, validUntil, language };
    const { sameAs, withdraws, ...resolution } = resolveFact(
      {
        ...says,
        relation: fact.relation,
        relatedTo: fact.relatedTo,
        statedAt: origin.learnedAt,
        isOwners: !isUnconfirmedFromSource({ source: origin.source, confirmedAt: null }),
        messageId: origin.messageId,
        sourceId: origin.sourceId ?? null,
        passageId: origin.passageId ?? null,
        splitFrom: origin.splitFrom ?? null,
      },
      others,
    );
    if (fact.relation === 'withdraws' && state.isWithdrawn(fact.relatedTo)) {
      resolved.push({ outcome: 'withdrew', factIds: [] });
      continue;
    }
    if (sameAs !== null) {
      resolved.push({ outcome: 'known', factId: sameAs });
      continue;
    }
    if (withdraws.length > 0) {
      state.withdraw(withdraws, { withdrawnIn: origin.conversationId, withdrawnBy: origin.messageId });
      resolved.push({ outcome: 'withdrew', factIds: withdraws });
      liveNow -= withdraws.length;
      continue;
    }
    if (liveNow >= FACTS_MAX) {
      resolved.push({ outcome: 'full' });
      continue;
    }
    const content = { ...says, quote, question, prompt };
    const id = randomUUID();
    state.add({
      ...content,
      ...origin,
      sourceId: origin.sourceId ?? null,
      passageId: origin.passageId ?? null,
      splitFrom: origin.splitFrom ?? null,
      id,
      number: highestNumber + added.length + 1,
      isPinned: false,
      conflictId: null,
      confirmedAt: origin.confirmedAt ?? null,
    });
    state.apply(id, resolution);
    if (!isUnconfirmedFromSource({ source: origin.source, confirmedAt: null }))
      renamed.push(...namesGiven(id, says, others));
    added.push({ ...content, ...origin, id });
    resolved.push({ outcome: 'added', factId: id });
    liveNow += 1 - resolution.replaces.length - (resolution.supersededBy === null ? 0 : 1);
  }
  return {
    resolved,
    added: added.map((fact) => ({ ...state.get(fact.id), ...fact, state: state.get(fact.id).state })),
    changes: { ...state.changes(), renamed },
  };
}
