import { leftOutTexts } from '#contract/brain/left-out.ts';
import {
  sourceProblemText,
  type SourceKind,
  type SourceScope,
  type SourceState,
  type SourceUnit,
} from '#contract/brain/sources.ts';
import type { SourceRow } from '#db/queries/brain/sources.ts';

export type SourceDto = {
  id: string;
  kind: SourceKind;
  /** The file's name, or the page's title or address. */
  name: string;
  url: string | null;
  /** While a source is read again, what it said before can still be found. */
  state: SourceState;
  /** Why it couldn't be read, or couldn't be read again, as a sentence. */
  problem: string | null;
  /** What it has that wasn't read, such as hidden sheets, as sentences. */
  leftOut: readonly string[];
  /** While it is being read, as far as that is known. */
  progress: { done: number; of: number; unit: SourceUnit } | null;
  unit: SourceUnit | null;
  count: number;
  /** What it takes of the plan's storage. */
  bytes: number;
  factCount: number;
  /** Whether some of it is yet to be read for facts. */
  isLearning: boolean;
  /** If today's limit has been reached: when reading it, or reading it for facts, continues. */
  waitsUntil: string | null;
  /** False if it is over the plan's storage. */
  isUsed: boolean;
  /** Whether it is read again every week. */
  isRefreshed: boolean;
  /** Whether the whole team has it, or only the conversation it was attached to. */
  scope: SourceScope;
  /** Whether it was added in a private chat, which it can't leave. */
  isPrivate: boolean;
  /** A file that is held: the one that it may replace. */
  replacesId: string | null;
  /** The conversation it was attached to. */
  conversationId: string | null;
  addedAt: string;
  readAt: string | null;
};

export function toSource(row: SourceRow, limitBytes: number, now: Date): SourceDto {
  const {
    id,
    kind,
    name,
    url,
    state,
    unit,
    bytes,
    factCount,
    isRefreshed,
    scope,
    isPrivate,
    replacesId,
    conversationId,
  } = row;
  const isReading = state === 'reading' && unit !== null && row.units > 0;
  return {
    id,
    kind,
    name,
    url,
    state,
    leftOut: leftOutTexts(row.leftOut),
    problem: row.problem === null ? null : sourceProblemText(row.problem),
    progress: isReading ? { done: row.unitsDone, of: row.units, unit } : null,
    unit,
    count: row.units,
    bytes,
    factCount,
    isLearning: state === 'ready' && row.isLearning,
    waitsUntil: row.dueAt !== null && row.dueAt > now ? row.dueAt.toISOString() : null,
    isUsed: row.storageUpTo <= limitBytes,
    isRefreshed,
    scope,
    isPrivate,
    replacesId,
    conversationId,
    addedAt: row.addedAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
