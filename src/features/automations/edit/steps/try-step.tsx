import { Play } from 'lucide-react';
import { valuesBefore, valuesOf } from '#contract/automations/available-values.ts';
import { referencesOf } from '#contract/automations/available-values.ts';
import type { Step } from '#contract/automations/steps.ts';
import { valueText, type Value } from '#contract/automations/values.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { agoText } from '../state/ago-text.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { useEditorContext } from '../editor-context.ts';

const shownValue = (value: Value) => (Array.isArray(value) ? value.join(', ') : valueText(value));

/** Tries one step with the last real values: what it returns, without doing or charging anything. */
export function TryStep({ step, isBlocked }: { step: Step; isBlocked: boolean }) {
  const { page, definition, tried: all, setTried } = useEditorContext();
  const now = useNow();
  const tried = all[step.id];
  const trying = trpc.powerUps.automations.tryStep.useMutation({
    onSuccess: (result) => setTried(step.id, { ...result, at: new Date() }),
  });
  const start = () => trying.mutate({ automationId: page.automation.id, stepId: step.id, definition });
  const [used] = referencesOf(step);
  const label = valuesBefore(definition, step.id).find(({ reference }) => reference === used)?.label;
  const labels = new Map(valuesOf(step).map((value) => [value.reference.split('.')[1] ?? '', value.label]));
  return (
    <div className="try" role="group" aria-label="Try this step">
      <div className="row between">
        <p className="small" role="status">
          {trying.isPending ? (
            <b className="strong">Trying it…</b>
          ) : tried ? (
            <>
              <b className="strong">{label ? `Tried on ${label.charAt(0).toLowerCase()}${label.slice(1)}` : 'Tried'}</b>{' '}
              <span className="muted num">{`${Math.max(1, Math.round(tried.seconds))} s, ${agoText(tried.at, now)}`}</span>
            </>
          ) : (
            <>
              <b className="strong">Not tried yet.</b>{' '}
              <span className="muted">See what comes back with the latest values.</span>
            </>
          )}
        </p>
        <Button size="sm" variant="secondary" busy={trying.isPending} disabled={isBlocked} onClick={start}>
          <Play className="icon sm" aria-hidden="true" />
          <span>{tried ? 'Try again' : 'Try this step'}</span>
        </Button>
      </div>
      {trying.error && (
        <p className="error" role="alert">
          {errorText(trying.error)}
        </p>
      )}
      {tried && !trying.isPending && (
        <dl>
          {Object.entries(tried.output).map(([name, value]) => (
            <div key={name}>
              <dt>{labels.get(name) ?? name}</dt>
              <dd className={typeof value === 'string' && value.length > 60 ? 'says' : undefined}>
                {shownValue(value) || 'Nothing'}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
