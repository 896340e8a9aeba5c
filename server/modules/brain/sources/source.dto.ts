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
  /** How many pages the site has, as far as that is known. Those beyond `count` weren't read. */
  sitePages: number | null;
  /** Whether its owner has chosen which of the site's pages are read. */
  hasChosenPages: boolean;
  /** If it can't be read because another source has the same page: that source, unless it is removed. */
  sameAs: string | null;
  /** What it takes of the plan's storage. */
  bytes: number;
  factCount: number;
  /** Whether some of it is yet to be read for facts. */
  isLearning: boolean;
  /** When reading it, or reading it for facts, continues. */
  waitsUntil: string | null;
  /** Why it waits: today's limit has been reached, or the website asked us to slow down. */
  waitsFor: 'limit' | 'website' | null;
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
  const waitsUntil = row.dueAt !== null && row.dueAt > now ? row.dueAt.toISOString() : null;
  const isSlowedDown = state === 'waiting' && row.problem === 'page_slow_down';
  const isReading = state === 'reading' && unit !== null && row.units > 0;
  return {
    id,
    kind,
    name,
    url,
    state,
    leftOut: leftOutTexts(row.leftOut),
    // While it waits for its website, `waitsFor` says so.
    problem: row.problem === null || isSlowedDown ? null : sourceProblemText(row.problem),
    progress: isReading ? { done: row.unitsDone, of: row.units, unit } : null,
    unit,
    count: row.units,
    sitePages: row.sitePages,
    hasChosenPages: row.hasChosenPages,
    sameAs: row.problem === 'already_added' ? row.sameAs : null,
    bytes,
    factCount,
    isLearning: state === 'ready' && row.isLearning,
    waitsUntil,
    waitsFor: waitsUntil === null ? null : isSlowedDown ? 'website' : 'limit',
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
