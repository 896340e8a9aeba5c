import { useEffect, useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { RehearsalPage } from '#src/domain/automations/automation.ts';
import { randomId } from '#src/lib/random-id.ts';

const POLL_MS = 1_000;

/** Whether what was rehearsed isn't what would run. */
const isNeeded = ({ rehearsal }: RehearsalPage) => rehearsal === null || rehearsal.isOutdated;

/**
 * The newest rehearsal of an automation. Whoever comes to its page wants to see what the draft would do now, so one that is missing or
 * outdated begins by itself, once.
 */
export function useRehearsal(automationId: string): {
  query: { data: RehearsalPage | undefined; error: unknown; refetch: () => Promise<unknown> };
  start: () => void;
  isStarting: boolean;
  /** Why the last one couldn’t begin. */
  error: unknown;
} {
  const utils = trpc.useUtils();
  const { rehearsal } = utils.powerUps.automations;
  const query = trpc.powerUps.automations.rehearsal.useQuery(
    { automationId },
    {
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => (state.data?.rehearsal?.status === 'running' ? POLL_MS : false),
    },
  );
  const starting = trpc.powerUps.automations.startRehearsal.useMutation({
    onSettled: () => rehearsal.invalidate({ automationId }),
  });
  const { mutate } = starting;
  const start = () => mutate({ id: randomId(), automationId });
  const hasLooked = useRef(false);
  const { data, isFetchedAfterMount } = query;
  useEffect(() => {
    if (!data || !isFetchedAfterMount || hasLooked.current) return;
    hasLooked.current = true;
    if (isNeeded(data) && data.left > 0) mutate({ id: randomId(), automationId });
  }, [data, isFetchedAfterMount, mutate, automationId]);
  return {
    query: { data, error: query.error, refetch: query.refetch },
    start,
    isStarting: starting.isPending,
    error: starting.error,
  };
}
