import { Link } from '@tanstack/react-router';
import { RUN_STATUS_NAMES } from '#contract/automations/run-states.ts';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Run } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { pollOf, RUN_TONES, runLine, runName } from '../run-words.ts';
import { useTimeZone } from '../times.ts';
import './runs.css';

type RunListProps = {
  /** Only the runs of one automation. */
  automationId?: string;
};

/** Runs, newest first, a page at a time. It looks again while one of them is going on. */
export function RunList({ automationId }: RunListProps) {
  const list = trpc.powerUps.automations.runs.useInfiniteQuery(
    { automationId },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      refetchOnMount: 'always',
      refetchInterval: ({ state }) => pollOf(state.data?.pages.flatMap(({ runs }) => runs) ?? []),
    },
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  return (
    <Loaded query={list} rows={4}>
      {({ pages }) => {
        const runs = pages.flatMap((page) => page.runs);
        if (runs.length === 0) return <NoRuns automationId={automationId} />;
        return (
          <>
            <RunRows runs={runs} hasNames={automationId === undefined} />
            {isFetchNextPageError && (
              <p className="small muted" role="alert">
                {errorText(error)}
              </p>
            )}
            {hasNextPage && (
              <div className="row">
                <Button
                  variant="secondary"
                  busy={isFetchingNextPage}
                  busyText={LOADING}
                  onClick={() => void fetchNextPage()}
                >
                  {isFetchNextPageError ? TRY_AGAIN : 'Show more'}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function NoRuns({ automationId }: RunListProps) {
  return (
    <div className="card">
      <Empty
        figure={<AssistantAvatar id="opsie" size={72} />}
        title="No runs yet"
        text={
          automationId === undefined
            ? 'Once an automation has run, you’ll see here what it did, step by step.'
            : 'A rehearsal shows what it would do. Nothing is sent.'
        }
      >
        {automationId === undefined ? (
          <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.list}>
            See your automations
          </Link>
        ) : (
          <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.rehearsal(automationId)}>
            Rehearse
          </Link>
        )}
      </Empty>
    </div>
  );
}

function RunRows({ runs, hasNames }: { runs: readonly Run[]; hasNames: boolean }) {
  const now = useNow();
  const zone = useTimeZone();
  return (
    <ul className="card rows runs">
      {runs.map((run) => {
        const name = runName(run, zone);
        const line = runLine(run, now, zone);
        return (
          <li key={run.id}>
            <Link {...automationLinks.run(run.id)}>
              {hasNames && <AssistantAvatar id={run.assistantId} size={36} />}
              <span className="grow">
                <b className="strong">{hasNames ? run.automationName : name}</b>
                <small className="muted num">{[hasNames ? name : '', line].filter(Boolean).join(' · ')}</small>
              </span>
              <Badge tone={RUN_TONES[run.status]}>{RUN_STATUS_NAMES[run.status]}</Badge>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
