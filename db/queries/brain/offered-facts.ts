import type { FactsTable } from '../../types.gen.ts';
import type { FactId } from './facts.ts';

/** A fact that an assistant is given. `learnedAt` is an ISO 8601 text, as JSON delivers it. */
export type OfferedFact = {
  id: FactId;
  number: number;
  statement: string;
  state: FactsTable['state'];
  source: FactsTable['source'];
  /** The document, page or automation that says so. */
  sourceName: string | null;
  /** What that and the sources used before it take; null if it's from neither. */
  storageUpTo: number | null;
  learnedAt: string;
  validFrom: string | null;
  validUntil: string | null;
  isPinned: boolean;
  /** The numbers of the facts that it is in conflict with. */
  conflictsWith: number[];
};
