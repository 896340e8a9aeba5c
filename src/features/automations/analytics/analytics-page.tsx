import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { triggerTitle } from '#contract/automations/sentences.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Analytics } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { BarChart } from '#src/ui/charts/bar-chart.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Figure } from '../figure.tsx';
import { shareText } from '../figures.ts';
import { RunList } from '../runs/run-list.tsx';
import { RunsFilter } from '../runs/runs-page.tsx';
import { durationText } from '../times.ts';
import { barsOf } from './analytics-words.ts';
import { TimeSaved } from './time-saved.tsx';
import '#src/ui/styles/components/chart.css';
import './analytics.css';

/** How an automation did in the last 30 days, and its runs. */
export function AnalyticsPage({ automationId }: { automationId: string }) {
  const analytics = trpc.powerUps.automations.analytics.useQuery({ automationId }, { refetchOnMount: 'always' });
  usePageTitle(analytics.data && `Analytics of ${analytics.data.automation.name}`);
  return (
    <div className="main automations">
      <Loaded query={analytics} rows={3}>
        {(data) => <AnalyticsParts analytics={data} />}
      </Loaded>
    </div>
  );
}

function AnalyticsParts({ analytics }: { analytics: Analytics }) {
  const { automation, days, runs, medianSeconds, messages } = analytics;
  const { id, name, trigger, isOn } = automation;
  return (
    <>
      <div>
        <nav className="crumb" aria-label="Breadcrumb">
          <Link {...automationLinks.list}>Automations</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <Link {...automationLinks.edit(id)}>{name}</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <span aria-current="page">Analytics</span>
        </nav>
        <div className="page-head">
          <div>
            <h1 className="h2">
              <span>{name}</span> <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'Active' : 'Paused'}</Badge>
            </h1>
            <p>{`${triggerTitle(trigger)}. The last 30 days.`}</p>
          </div>
          <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.edit(id)}>
            Edit
          </Link>
        </div>
      </div>
      <dl className="ledger four" aria-label="The last 30 days">
        <Figure value={formatNumber(runs)} label={runs === 1 ? 'run' : 'runs'} />
        <Figure value={shareText(analytics)} label="success rate" />
        <Figure value={medianSeconds === null ? '–' : durationText(medianSeconds * 1_000)} label="typical run" />
        <Figure value={formatNumber(messages)} label={messages === 1 ? 'message used' : 'messages used'} />
      </dl>
      <div className="with-rail">
        <div className="stack analytics">
          {runs > 0 && <DaysChart days={days} />}
          <div className="row between">
            <h2 className="h3" id="its-runs">
              Runs
            </h2>
            <RunsFilter automationId={id} />
          </div>
          <RunList automationId={id} />
        </div>
        <aside className="stack" aria-label="Estimates">
          <TimeSaved analytics={analytics} />
        </aside>
      </div>
    </>
  );
}

function DaysChart({ days }: Pick<Analytics, 'days'>) {
  const bars = barsOf(days);
  const [chosen, setChosen] = useState(bars.findLast(({ value }) => value > 0)?.key ?? '');
  return (
    <section className="card stack days" aria-labelledby="each-day">
      <h2 className="strong" id="each-day">
        Runs each day
      </h2>
      <BarChart label="Days" bars={bars} value={chosen} onChange={setChosen} />
      <p className="small muted num" role="status">
        {bars.find(({ key }) => key === chosen)?.text}
      </p>
    </section>
  );
}
