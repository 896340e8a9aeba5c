import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleX } from 'lucide-react';
import { allSteps } from '#contract/automations/all-steps.ts';
import { isEnded, RUN_STATUS_NAMES, VALUES_DELETED } from '#contract/automations/run-states.ts';
import { sentenceText } from '#contract/automations/sentence-pieces.ts';
import { triggerSentence } from '#contract/automations/sentences.ts';
import { timeText, weekdayDayText } from '#contract/dates.ts';
import { trpc } from '#src/api/trpc.ts';
import type { RunPage as RunPageData } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { usePageTitle } from '#src/domain/site/use-page-title.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Figure } from '../figure.tsx';
import { CAUSE_WORDS, pollOf, RUN_TONES, runName } from '../run-words.ts';
import { secondsText, useTimeZone, whenWords } from '../times.ts';
import { runTime, stepsDone, stepsSentence } from './run-figures.ts';
import { RunRail } from './run-rail.tsx';
import { FlowItem, StepCard } from './step-card.tsx';
import { namedValues, ranTitle } from './step-words.ts';
import { useRunActions } from './use-run-actions.ts';
import './run.css';

/** What a run did, step by step. While it runs, the page follows it, as long as the page is visible. */
export function RunPage({ runId }: { runId: string }) {
  const page = trpc.powerUps.automations.run.useQuery(
    { runId },
    { refetchOnMount: 'always', refetchInterval: ({ state }) => (state.data ? pollOf([state.data.run]) : false) },
  );
  usePageTitle(page.data && `Run of ${page.data.run.automationName}`);
  return (
    <div className="main automations">
      <Loaded query={page} rows={4}>
        {(data) => <RunParts page={data} />}
      </Loaded>
    </div>
  );
}

/** Whether there is a step to retry from. A run may also fail between its steps. */
const hasFailedStep = ({ steps }: Pick<RunPageData, 'steps'>) => steps.some(({ status }) => status === 'failed');

/** How it stands, in a sentence. */
function useLede({ run, steps, definition }: RunPageData): string {
  const now = useNow();
  const zone = useTimeZone();
  const { status, reason, resumeAt } = run;
  const last = steps.at(-1);
  const step = allSteps(definition.steps).find(({ id }) => id === last?.stepId);
  const title = last ? ranTitle(definition, step, last) : '';
  switch (status) {
    case 'queued':
      return reason || 'In line behind your other runs.';
    case 'running':
      return title === '' ? 'It just started.' : `${title}.`;
    case 'waiting': {
      if (last?.status === 'failed' && resumeAt !== null)
        return `${title}. We’ll try again ${whenWords(resumeAt, now, zone)}.`;
      const isStepsOwnWait = last?.status === 'waiting' && (last.approval !== null || step?.kind === 'wait');
      return `${stepsSentence(stepsDone({ definition, steps }))} ${isStepsOwnWait ? `${title}.` : reason}`;
    }
    case 'paused':
      return 'It’s on hold. See below for what it needs from you.';
    case 'done':
      return reason || 'Everything is done.';
    case 'failed':
      return `${stepsSentence(stepsDone({ definition, steps }))} ${hasFailedStep({ steps }) ? `${title}.` : reason}`;
    case 'stopped':
    case 'skipped':
      return reason;
    case 'canceled':
      return reason === '' ? 'You canceled this run.' : reason;
  }
}

function RunParts({ page }: { page: RunPageData }) {
  const { run, definition, steps, input } = page;
  const zone = useTimeZone();
  const now = useNow();
  const lede = useLede(page);
  const { isBusy, isRetrying, retry, cancel } = useRunActions(run.id);
  const { done, of } = stepsDone(page);
  const time = runTime(page, now);
  const name = runName(run, zone);
  const given = namedValues(input, undefined);
  return (
    <>
      <div>
        <nav className="crumb" aria-label="Breadcrumb">
          <Link {...automationLinks.list}>Automations</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <Link {...automationLinks.analytics(run.automationId)}>{run.automationName}</Link>
          <ChevronRight className="icon sm" aria-hidden="true" />
          <span aria-current="page">{weekdayDayText(run.dueAt, zone)}</span>
        </nav>
        <div className="page-head">
          <div>
            <h1 className="h2 run-name">
              <span>{name}</span>{' '}
              <Badge tone={RUN_TONES[run.status]}>
                {run.status === 'failed' && <CircleX className="icon" aria-hidden="true" />}
                <span>{RUN_STATUS_NAMES[run.status]}</span>
              </Badge>
            </h1>
            <p>{lede}</p>
          </div>
          {run.status === 'failed' && !hasFailedStep(page) && !run.areValuesDeleted && (
            <Button busy={isRetrying} busyText="Retrying..." disabled={isBusy} onClick={retry}>
              Retry
            </Button>
          )}
          {!isEnded(run.status) && (
            <Button variant="secondary" disabled={isBusy} onClick={cancel}>
              Cancel this run
            </Button>
          )}
        </div>
      </div>
      <p className="sr" role="status">{`${RUN_STATUS_NAMES[run.status]}. ${lede}`}</p>
      {run.areValuesDeleted && <p className="note">{VALUES_DELETED}</p>}
      <dl className="ledger four" aria-label="This run">
        <Figure value={`${done} of ${of}`} label="steps done" />
        <Figure value={time.total} label={time.label} />
        <Figure value={String(run.messages)} label={run.messages === 1 ? 'message used' : 'messages used'} />
        <Figure value={String(run.emails)} label={run.emails === 1 ? 'email sent' : 'emails sent'} />
      </dl>
      <div className="with-rail">
        <section className="stack" aria-labelledby="happened">
          <h2 className="h3" id="happened">
            What happened
          </h2>
          <ol className="flow runflow">
            <FlowItem state="done">
              <div className="rh">
                <h3 className="strong">{CAUSE_WORDS[run.cause]}</h3>
                <p className="small muted num">{secondsText(run.startedAt ?? run.dueAt, zone)}</p>
              </div>
              <p className="small muted">
                <span>{sentenceText(triggerSentence(definition.trigger))}</span>
                <span>
                  {run.startedAt !== null && Date.parse(run.startedAt) - Date.parse(run.dueAt) > 60_000
                    ? `. Due at ${timeText(run.dueAt, zone)}.`
                    : ''}
                </span>
              </p>
              {given.map(({ name: field, text }) => (
                <p className="small given" key={field}>
                  <span className="muted">{`${field}:`}</span> <span>{text}</span>
                </p>
              ))}
            </FlowItem>
            {steps.map((step) => (
              <StepCard key={step.key} page={page} step={step} />
            ))}
          </ol>
        </section>
        <RunRail page={page} />
      </div>
    </>
  );
}
