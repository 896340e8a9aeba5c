import { Link } from '@tanstack/react-router';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import { quotedName } from '#contract/quoted-name.ts';
import { trpc } from '#src/api/trpc.ts';
import type { AutomationPage, Rehearsal } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { numbersOf } from '#contract/automations/all-steps.ts';
import { Figure } from '../figure.tsx';
import { Calendar } from './calendar.tsx';
import { NoRuns } from './no-runs.tsx';
import { RehearsalStatus, RehearseAgain } from './rehearsal-status.tsx';
import { rehearsalFigures, rehearsalTitle, writtenBy } from './rehearsal-words.ts';
import { RunWeeks } from './run-weeks.tsx';
import { useChanges } from './use-changes.ts';
import { useRehearsal } from './use-rehearsal.ts';
import './rehearsal.css';

/** What an automation would do, before it does it. */
export function RehearsalPage({ automationId }: { automationId: string }) {
  const page = trpc.powerUps.automations.get.useQuery({ automationId }, { refetchOnMount: 'always' });
  usePageTitle(page.data && `Rehearsal of ${page.data.automation.name}`);
  return (
    <div className="main automations rehearsal">
      <Loaded query={page} rows={4}>
        {(data) => <RehearsalParts page={data} />}
      </Loaded>
    </div>
  );
}

/** What was rehearsed, in a sentence. */
function lede({ automation }: AutomationPage): string {
  if (!automation.isOn) return `What ${quotedName(automation.name)} would do if it were on.`;
  return automation.hasChanges
    ? `What ${quotedName(automation.name)} would do with the changes you just made.`
    : `What ${quotedName(automation.name)} would do with its current steps.`;
}

function RehearsalParts({ page }: { page: AutomationPage }) {
  const { automation } = page;
  const { query, start, isStarting, error } = useRehearsal(automation.id);
  const changes = useChanges(page);
  const found = query.data?.rehearsal ?? null;
  const shown = isStarting ? null : found;
  const act = changes && (
    <Button busy={changes.isBusy} busyText="Saving..." onClick={changes.act}>
      {changes.label}
    </Button>
  );
  return (
    <>
      <div>
        <nav className="crumb" aria-label="Breadcrumb">
          <Link {...automationLinks.list}>Automations</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <Link {...automationLinks.edit(automation.id)}>{automation.name}</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <span aria-current="page">Rehearsal</span>
        </nav>
        <div className="page-head">
          <div>
            <h1 className="h2">{rehearsalTitle(shown ?? { ...page.definition, runs: [], plannedRuns: 0 })}</h1>
            <p>{lede(page)}</p>
          </div>
          <div className="row head-acts">
            <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.edit(automation.id)}>
              Back to the steps
            </Link>
            {act}
          </div>
        </div>
      </div>
      <Loaded query={query} rows={4}>
        {(data) => (
          <>
            {shown && <OnlyARehearsal rehearsal={shown} page={page} />}
            <RehearsalStatus page={data} isStarting={isStarting} error={error} start={start} />
            {shown && shown.plannedRuns > 0 && <Rehearsed rehearsal={shown} page={page} />}
            {shown?.status === 'done' && shown.plannedRuns === 0 && <NoRuns rehearsal={shown} page={page} />}
            {shown && <RehearseAgain page={data} zone={shown.timeZone} start={start} />}
          </>
        )}
      </Loaded>
      <div className="sticky-acts" role="group" aria-label="Actions">
        <Link className={buttonClass({ variant: 'secondary' })} {...automationLinks.edit(automation.id)}>
          Steps
        </Link>
        {act}
      </div>
    </>
  );
}

function OnlyARehearsal({ rehearsal, page }: { rehearsal: Rehearsal; page: AutomationPage }) {
  return (
    <p className="note ok only">
      <ShieldCheck className="icon" aria-hidden="true" />
      <span>
        <b className="strong">Only a rehearsal. Nothing was sent, saved, or charged.</b>{' '}
        <span>{writtenBy(rehearsal, page.definition.steps)}</span>
      </span>
    </p>
  );
}

function Rehearsed({ rehearsal, page }: { rehearsal: Rehearsal; page: AutomationPage }) {
  const zone = rehearsal.timeZone;
  return (
    <>
      {rehearsal.status !== 'running' && (
        <dl className="ledger four" aria-label="What it would use">
          {rehearsalFigures(rehearsal, page.messages).map((figure) => (
            <Figure key={figure.label} {...figure} />
          ))}
        </dl>
      )}
      {rehearsal.days.length > 0 && <Calendar rehearsal={rehearsal} zone={zone} />}
      <RunWeeks rehearsal={rehearsal} zone={zone} numbers={numbersOf(page.definition.steps)} />
    </>
  );
}
