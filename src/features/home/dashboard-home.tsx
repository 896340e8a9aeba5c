import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { LOADING } from '#contract/texts.ts';
import { errorText } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/empty.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { AlsoOnHand } from './also-on-hand.tsx';
import { HomeGreeting } from './home-greeting.tsx';
import { InsightCards } from './insight-cards.tsx';
import { MonthLedger } from './month-ledger.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { QuickActions } from './quick-actions.tsx';
import { TrialBanner } from './trial-banner.tsx';
import './home.css';

/** The first page after signing in. `notices` are what other features have to say first. */
export function DashboardHome({ notices }: { notices?: ReactNode }) {
  const profile = trpc.profile.get.useQuery();
  if (profile.error && !profile.data) {
    return (
      <div className="main">
        <Empty title={errorText(profile.error)}>
          <Button onClick={() => void profile.refetch()}>Try Again</Button>
        </Empty>
      </div>
    );
  }
  if (!profile.data) {
    return (
      <div className="main" role="status" aria-label={LOADING}>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    );
  }
  const { access, fullName } = profile.data;
  return (
    <div className="main">
      <div className="page-head">
        <div>
          <HomeGreeting fullName={fullName} />
        </div>
        <Link className={buttonClass()} to="/dashboard/$slug" params={{ slug: 'brain-ai' }}>
          <Plus className="icon" aria-hidden="true" />
          New conversation
        </Link>
      </div>
      <TrialBanner access={access} />
      {notices}
      <MonthLedger />
      <InsightCards tier={access.tier} />
      <QuickActions tier={access.tier} />
      <div className="grid2 home-foot">
        <PlanSummary access={access} />
        <AlsoOnHand />
      </div>
    </div>
  );
}
