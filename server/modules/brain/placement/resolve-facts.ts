import { randomUUID } from 'node:crypto';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import type { FactChanges, NewFact, ResolvedFact } from '#db/queries/brain/add-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { ResolutionContext } from '#db/queries/brain/resolution-context.ts';
import type { ExtractedFact } from '../learning/extracted-facts.ts';
import { createResolutionState } from './resolution-state.ts';
import { placeFact } from './place-fact.ts';

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
    | 'assistantId'
    | 'conversationId'
    | 'messageId'
    | 'learnedAt'
    | 'confirmedAt'
  >;
};
/** Whether a fact was added, or its owner's team knew it, or has no room for it. */
export type Placed = { outcome: 'added' | 'known'; factId: FactId } | { outcome: 'full' };

/**
 * Resolves facts one at a time with `placeFact`: each against the known ones and against those before it that share a
 * word with it. At most `room` are added. `context` is that of their subjects and statements.
 */
export function resolveFacts(
  found: readonly FoundFact[],
  { highestNumber, liveCount, known, related, earlierRelated }: ResolutionContext,
  room: number,
): { placed: Placed[]; added: ResolvedFact[]; changes: FactChanges } {
  const resolution = createResolutionState(known);
  const placed: Placed[] = [];
  const added: NewFact[] = [];
  let liveNow = liveCount;
  for (const [index, { fact, language, origin }] of found.entries()) {
    if (added.length >= room) break;
    const before = (earlierRelated[index] ?? []).flatMap((earlier) => {
      const one = placed[earlier];
      return one?.outcome === 'added' ? [one.factId] : [];
    });
    const others = resolution.live([...before, ...(related[index] ?? [])]);
    const stated = {
      ...fact,
      saidAt: origin.learnedAt,
      isSaid: origin.source === 'message' || origin.source === 'typed',
    };
    const placement = placeFact(stated, others);
    if (placement.sameAs !== null) {
      placed.push({ outcome: 'known', factId: placement.sameAs });
      continue;
    }
    if (liveNow >= FACTS_MAX) {
      placed.push({ outcome: 'full' });
      continue;
    }
    const { kind, subject, attribute, value, unit, statement, quote, question, validFrom, validUntil, prompt } = fact;
    const quantity = fact.quantity === null ? null : String(fact.quantity);
    const says = { kind, subject, attribute, value, quantity, unit, statement };
    const content = { ...says, quote, question, validFrom, validUntil, language, prompt };
    const id = randomUUID();
    resolution.add({
      ...content,
      ...origin,
      id,
      number: highestNumber + added.length + 1,
      isPinned: false,
      conflictId: null,
      confirmedAt: origin.confirmedAt ?? null,
    });
    resolution.place(id, placement);
    added.push({ ...content, ...origin, id });
    placed.push({ outcome: 'added', factId: id });
    liveNow += 1 - placement.replaces.length - (placement.supersededBy === null ? 0 : 1);
  }
  return {
    placed,
    added: added.map((fact) => ({ ...fact, ...resolution.get(fact.id) })),
    changes: resolution.changes(),
  };
}
