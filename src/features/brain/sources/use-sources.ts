import { useEffect, useRef, useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { Source, Sources } from '#src/domain/brain/source.ts';
import { useOnceSettled } from '../use-once-settled.ts';
import { isReading } from '#src/domain/brain/source.ts';

const READING_POLL_MS = 1_000;
const LEARNING_POLL_MS = 3_000;
/** Polls for a rate-limited website from when its retry is due; our clock and the server's may differ. */
const RETRY_POLL_MS = 10 * 60_000;
const untilTried = ({ waitsFor, waitsUntil }: Source): number[] =>
  waitsFor === 'website' && waitsUntil !== null ? [Date.parse(waitsUntil) - Date.now()] : [];
/** Learning may be put off until tomorrow: after this long without a change, it isn't waited for. */
const SETTLED_AFTER_MS = 60_000;

/** The documents and pages. Progress is looked for only while there is some. */
export function useSources(): Sources | undefined {
  const utils = trpc.useUtils();
  const [settled, setSettled] = useState<Sources>();
  const { data } = trpc.brain.sources.list.useQuery(undefined, {
    refetchInterval: ({ state }) => {
      const found = state.data?.sources;
      // What waits for tomorrow has nothing to show until then.
      const active = found?.filter(({ waitsUntil }) => waitsUntil === null);
      if (active?.some(isReading)) return READING_POLL_MS;
      if (active?.some(({ isLearning }) => isLearning) && state.data !== settled) return LEARNING_POLL_MS;
      const dueMs = Math.min(...(found ?? []).flatMap(untilTried));
      return Number.isFinite(dueMs) ? Math.min(Math.max(dueMs, READING_POLL_MS), RETRY_POLL_MS) : false;
    },
  });
  useOnceSettled(data, SETTLED_AFTER_MS, setSettled);
  // What was learned, or replaced, is on the rest of the page with the next look.
  const learned = data?.sources.map(({ id, factCount, isUsed }) => `${id} ${factCount} ${isUsed}`).join();
  const shown = useRef(learned);
  useEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== learned;
    shown.current = learned;
    if (!isOther) return;
    void utils.brain.overview.invalidate();
    void utils.brain.list.invalidate();
    void utils.brain.openConflicts.invalidate();
  }, [learned, utils]);
  return data;
}
