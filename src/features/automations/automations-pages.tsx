import type { ReactNode } from 'react';
import { LOADING } from '#contract/texts.ts';
import { automationsView } from '#src/domain/automations/automation-links.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import './automations.css';

const waiting = (
  <div className="main" role="status" aria-label={LOADING}>
    <Skeleton shape="title" />
    <Skeleton shape="block" />
  </div>
);

const ListPage = lazyPart(async () => (await import('./list/list-page.tsx')).ListPage, waiting);
const RunsPage = lazyPart(async () => (await import('./runs/runs-page.tsx')).RunsPage, waiting);
const RunPage = lazyPart(async () => (await import('./run/run-page.tsx')).RunPage, waiting);
const ApprovalsPage = lazyPart(async () => (await import('./approvals/approvals-page.tsx')).ApprovalsPage, waiting);
const EditPage = lazyPart(async () => (await import('./edit/edit-page.tsx')).EditPage, waiting);
const RehearsalPage = lazyPart(async () => (await import('./rehearsal/rehearsal-page.tsx')).RehearsalPage, waiting);
const AnalyticsPage = lazyPart(async () => (await import('./analytics/analytics-page.tsx')).AnalyticsPage, waiting);

type AutomationsPagesProps = {
  path: string;
  /** Of the templates in the list, as the URL has it. */
  category: string | undefined;
  missing: ReactNode;
};

/** The page of automations that the address names. Each has a script of its own. */
export function AutomationsPages({ path, category, missing }: AutomationsPagesProps) {
  const shown = automationsView(path);
  if (shown === null) return missing;
  switch (shown.view) {
    case 'list':
      return <ListPage category={category} />;
    case 'runs':
      return <RunsPage />;
    case 'run':
      return <RunPage key={shown.runId} runId={shown.runId} />;
    case 'approvals':
      return <ApprovalsPage />;
    case 'analytics':
      return <AnalyticsPage key={shown.automationId} automationId={shown.automationId} />;
    case 'edit':
      return <EditPage key={shown.automationId} automationId={shown.automationId} />;
    case 'rehearsal':
      return <RehearsalPage key={shown.automationId} automationId={shown.automationId} />;
  }
}
