import { Check, ChevronDown, CircleQuestionMark, Hourglass, LoaderCircle, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { timeText } from '#contract/dates.ts';
import type { RunPage, RunStep } from '#src/domain/automations/automation.ts';
import { useNow } from '#src/lib/use-now.ts';
import { allSteps } from '#contract/automations/all-steps.ts';
import { sentenceText } from '#contract/automations/sentence-pieces.ts';
import { stepSentence } from '#contract/automations/step-sentence.ts';
import { classNames } from '#src/ui/class-names.ts';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { LongText } from '../long-text.tsx';
import { viewOfKind } from '../steps/step-views.ts';
import { between, durationText, useTimeZone, whenWords } from '../times.ts';
import { FailedStep } from './failed-step.tsx';
import { answeredLine, formatOutputText, namedValues, ranTitle } from './step-words.ts';
import { UnknownStep } from './unknown-step.tsx';
import { WaitingStep } from './waiting-step.tsx';

const TILES = {
  done: { className: 'ok', Icon: Check, word: 'Done' },
  failed: { className: 'bad', Icon: X, word: 'Failed' },
  unknown: { className: 'warn', Icon: CircleQuestionMark, word: 'Unclear' },
  waiting: { className: '', Icon: Hourglass, word: 'Waiting' },
  skipped: { className: '', Icon: Minus, word: 'Skipped' },
  running: { className: '', Icon: LoaderCircle, word: 'Running' },
};

/** A card on the spine of a run. */
export function FlowItem({
  state,
  isCurrent,
  children,
}: {
  state: RunStep['status'];
  isCurrent?: boolean;
  children: ReactNode;
}) {
  const { className, Icon, word } = TILES[state];
  return (
    <li
      className={classNames(isCurrent && state === 'failed' && 'failed', isCurrent && state === 'unknown' && 'unclear')}
    >
      <span className={classNames('itile', className)}>
        <Icon className="icon" aria-hidden="true" />
        <span className="sr">{word}</span>
      </span>
      <div className="card rs">{children}</div>
    </li>
  );
}

/** How long it took or waits, and what it used. */
function Meta({ step }: { step: RunStep }) {
  const now = useNow();
  const zone = useTimeZone();
  const { status, startedAt, endedAt, attempts, messages, approval } = step;
  if (status === 'running') return <LoadingDots label="Running" />;
  const took = durationText(between(startedAt, endedAt, now));
  const words = [
    status === 'waiting'
      ? `since ${timeText(startedAt, zone)}`
      : approval
        ? `waited ${took}`
        : attempts.length > 1
          ? `${attempts.length} attempts, ${took}`
          : took,
    ...(messages === 0 ? [] : [messages === 1 ? '1 message' : `${messages} messages`]),
  ];
  return <p className="small muted num">{words.join(' · ')}</p>;
}

/** What a step did, wrote and used, and what can be done if it stopped the run. */
export function StepCard({ page, step }: { page: RunPage; step: RunStep }) {
  const zone = useTimeZone();
  const now = useNow();
  const { definition, run } = page;
  const defined = allSteps(definition.steps).find(({ id }) => id === step.stepId);
  const outputText = formatOutputText(step);
  const answered = answeredLine(step, zone);
  const isStuck = step.status === 'failed' || step.status === 'unknown' || step.status === 'waiting';
  const view = viewOfKind(step.kind);
  const subtitle = view.subtitle?.(step) ?? null;
  const hasFullTitle = view.hasFullTitle && step.status === 'done';
  const [went, came] = hasFullTitle ? [[], []] : [namedValues(step.input, defined), namedValues(step.output, defined)];
  return (
    <FlowItem state={step.status} isCurrent={isStuck}>
      <div className="rh">
        <h3 className="strong">{ranTitle(definition, defined, step)}</h3>
        <Meta step={step} />
      </div>
      {answered !== null && <p className="small muted">{answered}</p>}
      {subtitle !== null && <p className="small muted">{subtitle}</p>}
      {defined && outputText === null && answered === null && !view.hidesSentence && (
        <p className="small muted">{sentenceText(stepSentence(definition, defined))}</p>
      )}
      {outputText !== null && <LongText text={outputText} />}
      {step.status === 'failed' && <FailedStep page={page} step={step} />}
      {step.status === 'unknown' && <UnknownStep runId={run.id} step={step} isOpen={run.status === 'paused'} />}
      {step.status === 'waiting' && (
        <WaitingStep run={run} step={step} until={step.resumeAt && whenWords(step.resumeAt, now, zone)} />
      )}
      {went.length + came.length > 0 && (
        <details className="io">
          <summary>
            What went in and came out <ChevronDown className="icon sm" aria-hidden="true" />
          </summary>
          <dl>
            <Values label="In" values={went} />
            <Values label="Out" values={came} />
          </dl>
        </details>
      )}
      {(step.status === 'failed' || step.status === 'unknown') && (
        <details className="io">
          <summary>
            Details for support <ChevronDown className="icon sm" aria-hidden="true" />
          </summary>
          <pre translate="no">
            {[step.detail, `run ${run.id} · step ${step.key} · version ${run.version}`].filter(Boolean).join('\n')}
          </pre>
        </details>
      )}
    </FlowItem>
  );
}

function Values({ label, values }: { label: string; values: ReturnType<typeof namedValues> }) {
  if (values.length === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {values.map(({ name, text }) => (
          <p key={name}>
            <span className="muted">{`${name}:`}</span> <span>{text}</span>
          </p>
        ))}
      </dd>
    </div>
  );
}
