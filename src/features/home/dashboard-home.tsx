import type { ReactNode } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { isReading } from '#src/domain/brain/source.ts';
import { errorText } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { HomeParts } from './home-parts.tsx';
import { isNew } from './home-state.ts';
import './home.css';

/** The poll interval while an answer is being written or a website is read. */
const BUSY_POLL_MS = 3_000;

/** The first page after signing in. `notices` are other features' messages, shown first. */
export function DashboardHome({ notices }: { notices?: ReactNode }) {
  // Asked together, so they travel in one request.
  const profile = trpc.profile.get.useQuery();
  const usage = trpc.usage.overview.useQuery();
  const recent = trpc.chat.recent.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ isStreaming }) => isStreaming) ? BUSY_POLL_MS : false),
  });
  const insights = trpc.insights.today.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const always = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const; // reason: the options are literals
  const approvals = trpc.powerUps.automations.approvals.useQuery(undefined, always);
  const runs = trpc.powerUps.automations.runs.useQuery({}, always);
  const isNewcomer = recent.data !== undefined && isNew(recent.data);
  const sources = trpc.brain.sources.list.useQuery(undefined, {
    enabled: isNewcomer,
    refetchInterval: ({ state }) => (state.data?.sources.some(isReading) ? BUSY_POLL_MS : false),
  });
  const subscription = trpc.billing.subscription.useQuery();
  const failed = [profile, usage, recent, insights].find(({ data, error }) => error !== null && data === undefined);
  if (failed?.error) {
    return (
      <div className="main">
        <Empty title={errorText(failed.error)}>
          <Button onClick={() => void Promise.all([profile, usage, recent, insights].map(({ refetch }) => refetch()))}>
            {TRY_AGAIN}
          </Button>
        </Empty>
      </div>
    );
  }
  // Home doesn't wait for what can't be read at the moment.
  const isAsking = [approvals, runs].some(({ isPending, failureCount }) => isPending && failureCount === 0);
  const isWaiting = isAsking || (isNewcomer && sources.isPending);
  if (!profile.data || !usage.data || !recent.data || !insights.data || isWaiting) {
    return (
      <div className="main" role="status" aria-label={LOADING}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    );
  }
  return (
    <HomeParts
      profile={profile.data}
      usage={usage.data}
      recent={recent.data}
      automations={{ waiting: approvals.data?.waiting ?? [], runs: runs.data?.runs ?? [] }}
      insights={insights.data}
      sources={isNewcomer ? (sources.data?.sources ?? []) : []}
      // A failed payment has a notice with the page's primary button.
      isPaymentDue={subscription.data?.current?.graceEndsAt != null}
      notices={notices}
    />
  );
}
