import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LIVE_FACT_STATES } from '#contract/brain/brain.ts';
import type { FactChanges, FactStatus } from '#db/queries/brain/add-facts.ts';
import type { FactId } from '#db/queries/brain/facts.ts';
import type { RelatedFact } from '#db/queries/brain/learning.ts';
import { isOnlyRead, type Placement } from './place-fact.ts';

type FactWithStatus = RelatedFact & FactStatus;

const isLive = ({ state }: FactWithStatus) => LIVE_FACT_STATES.some((live) => live === state);
const statusOf = ({ state, isPinned, supersededBy, conflictId }: FactWithStatus): FactStatus => ({
  state,
  isPinned,
  supersededBy,
  conflictId,
});

/**
 * In-memory state of the facts while new ones are resolved against them one by one. Nothing is written here: `changes`
 * says what to save, so that twenty facts of a message take as many statements as one. With a known fact, all others
 * that it is in conflict with have to be in `known`, because a conflict ends when a single fact is left.
 */
export function createResolutionState(known: readonly RelatedFact[]) {
  const before = new Map<FactId, FactWithStatus>(known.map((fact) => [fact.id, { ...fact, supersededBy: null }]));
  const current = new Map(before);
  /** Conflicts that a fact has joined, and those that one has left. */
  const joined = new Set<string>();
  const left = new Set<string>();

  function get(id: FactId): FactWithStatus {
    const fact = current.get(id);
    if (!fact) throw new Error(`fact ${id} is not in the resolution state`);
    return fact;
  }
  const sidesOf = (conflictId: string) => [...current.values()].filter((fact) => fact.conflictId === conflictId);

  function change(ids: readonly FactId[], status: Partial<FactStatus>): void {
    for (const fact of ids.map(get)) {
      const changed = { ...fact, ...status };
      if (fact.conflictId !== null && fact.conflictId !== changed.conflictId) left.add(fact.conflictId);
      current.set(fact.id, changed);
    }
  }
  const supersede = (ids: readonly FactId[], by: FactId) =>
    change(ids, { state: 'superseded', supersededBy: by, conflictId: null });

  function endLoneConflicts(): void {
    for (const [last, ...others] of [...left].map(sidesOf))
      if (last && others.length === 0)
        change([last.id], { state: isOnlyRead(last) ? 'suggested' : 'confirmed', conflictId: null });
  }

  return {
    get,

    /** Those of these facts that are live by now. */
    live: (ids: readonly FactId[]): RelatedFact[] => ids.map(get).filter(isLive),

    /** Adds a new fact. */
    add: (fact: RelatedFact): void => {
      current.set(fact.id, { ...fact, supersededBy: null });
    },

    /**
     * Gives a fact its place: what it replaces passes its pin on, and what it disagrees with is in conflict with it.
     */
    place: (id: FactId, { replaces, conflictsWith, supersededBy }: Omit<Placement, 'sameAs'>): void => {
      if (supersededBy !== null) supersede([id], supersededBy);
      supersede(replaces, id);
      if (replaces.some((other) => get(other).isPinned)) change([id], { isPinned: true });
      if (conflictsWith.length > 0) {
        // New facts join only the conflicts of the owner's own facts: joining a suggestion's could put two of the
        // owner's facts that don't differ in the same conflict.
        const ofOwner = conflictsWith.map(get).find((other) => !isOnlyRead(other) && other.conflictId !== null);
        const conflictId = ofOwner?.conflictId ?? randomUUID();
        change([id, ...conflictsWith], { state: 'conflict', conflictId });
        joined.add(conflictId);
      }
      endLoneConflicts();
    },

    /** What has become of the known facts, and of their conflicts. */
    changes: (): FactChanges => ({
      changed: [...before.values()]
        .filter((old) => !isDeepStrictEqual(statusOf(old), statusOf(get(old.id))))
        .map(({ id }) => ({ id, ...statusOf(get(id)) })),
      openConflicts: [...joined].filter((conflictId) => sidesOf(conflictId).length > 0),
      settledConflicts: [...left].filter((conflictId) => sidesOf(conflictId).length === 0),
    }),
  };
}
