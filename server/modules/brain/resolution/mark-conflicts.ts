import type { Db } from '#db/client.ts';
import { saveChanges } from '#db/queries/brain/add-facts.ts';
import type { FactRow } from '#db/queries/brain/facts.ts';
import { readResolutionContext } from '#db/queries/brain/resolution-context.ts';
import type { UserId } from '#db/types.gen.ts';
import { currentName } from './renames.ts';
import { createResolutionState } from './resolution-state.ts';
import { disagree, isUnconfirmedFromSource, RELATED_MAX } from './resolve-fact.ts';

/**
 * How many facts one statement searches for. A document can have thousands. Among 20,000 facts a search takes up to 100
 * ms, and a statement is stopped after five seconds.
 */
const AT_ONCE = 25;

type Restored = Pick<FactRow, 'id' | 'number' | 'subject' | 'statement'>;

/**
 * Marks restored facts as conflicting with the facts that disagree with them. The caller ends conflicts that have only
 * one fact left.
 */
export async function markConflicts(trx: Db, userId: UserId, facts: readonly Restored[], now: Date): Promise<void> {
  for (let at = 0; at < facts.length; at += AT_ONCE) await markBatch(trx, userId, facts.slice(at, at + AT_ONCE), now);
}

async function markBatch(trx: Db, userId: UserId, restored: readonly Restored[], now: Date): Promise<void> {
  const texts = restored.map(({ number, subject, statement }) => ({
    text: `${subject} ${statement}`,
    language: '',
    // The search always returns the fact itself, however many others share its words.
    relatedTo: number,
  }));
  const context = await readResolutionContext(trx, userId, texts, RELATED_MAX);
  const state = createResolutionState(context.known);
  for (const [index, { id }] of restored.entries()) {
    const related = state.live(context.related[index] ?? []);
    // Facts that were forgotten while their subject got another name still have the old one.
    const live = related.map((one) => ({ ...one, subject: currentName(one.subject, related) }));
    const fact = live.find((one) => one.id === id);
    if (!fact) continue;
    const different = live.filter((other) => other.id !== id && disagree(fact, other));
    const ofOwner = different.filter((other) => !isUnconfirmedFromSource(other));
    // As in `resolveFact`: a suggestion must not put several of the owner's facts in one conflict.
    const conflictsWith = isUnconfirmedFromSource(fact) && ofOwner.length > 0 ? ofOwner.slice(0, 1) : different;
    state.apply(id, { replaces: [], conflictsWith: conflictsWith.map((other) => other.id), supersededBy: null });
  }
  const changes = state.changes();
  if (changes.changed.length > 0) await saveChanges(trx, userId, changes, now);
}
