import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { FactChanges, FactStatus } from '#db/queries/brain/add-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { isUnconfirmedFromSource, type Resolution } from './resolve-fact.ts';

type FactWithStatus = RelatedFact & FactStatus;

const isLive = ({ state }: FactWithStatus) => LIVE_FACT_STATES.some((live) => live === state);
const UNTOUCHED = { supersededBy: null, withdrawnIn: null, withdrawnBy: null };
const statusOf = (fact: FactWithStatus): FactStatus => {
  const { state, isPinned, supersededBy, conflictId, withdrawnIn, withdrawnBy } = fact;
  return { state, isPinned, supersededBy, conflictId, withdrawnIn, withdrawnBy };
};

/**
 * In-memory state of the facts while new ones are resolved against them one by one. Nothing is written here: `changes`
 * says what to save, so that twenty facts of a message take as many statements as one. A conflict of which a single
 * fact is left ends once the changes are saved (`endLoneConflicts`).
 */
export function createResolutionState(known: readonly RelatedFact[]) {
  const before = new Map<FactId, FactWithStatus>(known.map((fact) => [fact.id, { ...fact, ...UNTOUCHED }]));
  const current = new Map(before);
  /** Conflicts that facts have joined, and whether any fact has left one. */
  const joined = new Set<string>();
  let hasLeftConflict = false;

  function get(id: FactId): FactWithStatus {
    const fact = current.get(id);
    if (!fact) throw new Error(`fact ${id} is not in the resolution state`);
    return fact;
  }
  const sidesOf = (conflictId: string) => [...current.values()].filter((fact) => fact.conflictId === conflictId);

  function change(ids: readonly FactId[], status: Partial<FactStatus>): void {
    for (const fact of ids.map(get)) {
      const changed = { ...fact, ...status };
      if (fact.conflictId !== null && fact.conflictId !== changed.conflictId) hasLeftConflict = true;
      current.set(fact.id, changed);
    }
  }
  const supersede = (ids: readonly FactId[], by: FactId) =>
    change(ids, { state: 'superseded', supersededBy: by, conflictId: null });

  return {
    get,

    /** Those of these facts that are live by now. */
    live: (ids: readonly FactId[]): RelatedFact[] => ids.map(get).filter(isLive),

    /** Adds a new fact. */
    add: (fact: RelatedFact): void => {
      current.set(fact.id, { ...fact, ...UNTOUCHED });
    },

    /** Whether the known fact with this number was withdrawn. */
    isWithdrawn: (number: number | null): boolean =>
      [...current.values()].some((fact) => fact.number === number && fact.state === 'forgotten'),

    /** A message says that these facts aren't true anymore, and nothing takes their place. */
    withdraw: (ids: readonly FactId[], message: Pick<FactStatus, 'withdrawnIn' | 'withdrawnBy'>): void =>
      change(ids, { state: 'forgotten', supersededBy: null, conflictId: null, ...message }),

    /**
     * Applies a resolution: the fact inherits the pin of what it replaces, and is in conflict with what it disagrees
     * with.
     */
    apply: (id: FactId, { replaces, conflictsWith, supersededBy }: Omit<Resolution, 'sameAs' | 'withdraws'>): void => {
      if (supersededBy !== null) supersede([id], supersededBy);
      supersede(replaces, id);
      if (replaces.some((other) => get(other).isPinned)) change([id], { isPinned: true });
      if (conflictsWith.length > 0) {
        // New facts join only the conflicts of the owner's own facts: joining a suggestion's could put two of the
        // owner's facts that don't differ in the same conflict.
        const ofOwner = conflictsWith
          .map(get)
          .find((other) => !isUnconfirmedFromSource(other) && other.conflictId !== null);
        const conflictId = ofOwner?.conflictId ?? randomUUID();
        change([id, ...conflictsWith], { state: 'conflict', conflictId });
        joined.add(conflictId);
      }
    },

    /** The changes of known facts, and of their conflicts. */
    changes: (): FactChanges => ({
      changed: [...before.values()]
        .filter((old) => !isDeepStrictEqual(statusOf(old), statusOf(get(old.id))))
        .map(({ id }) => ({ id, ...statusOf(get(id)) })),
      openConflicts: [...joined].filter((conflictId) => sidesOf(conflictId).length > 0),
      hasLeftConflict,
    }),
  };
}
