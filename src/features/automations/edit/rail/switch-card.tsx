import { trpc } from '#src/api/trpc.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Switch } from '#src/ui/forms/switch.tsx';
import { TRIGGER, useEditorContext } from '../editor-context.ts';
import { LINE_OF_REASON, problemsWord } from '../state/rail-words.ts';

/** On or off, which version runs, and what keeps the changes from taking over. */
export function SwitchCard() {
  const { page, definition, problems, numbers, open, flush } = useEditorContext();
  const utils = trpc.useUtils();
  const { openUpgrade } = useAccess();
  const { automation, liveVersion, usage } = page;
  const automationId = automation.id;
  const refresh = async () => {
    await utils.powerUps.automations.get.invalidate({ automationId });
    void utils.powerUps.automations.overview.invalidate();
  };
  const onError = (error: unknown) => {
    if (errorCode(error) === 'USAGE_LIMIT')
      openUpgrade('usage_limit', { kind: 'automations', detail: errorText(error) });
    else toastError(error);
  };
  const switching = trpc.powerUps.automations.setOn.useMutation({ onError, onSettled: refresh });
  const publishing = trpc.powerUps.automations.publish.useMutation({
    onError,
    onSettled: refresh,
    onSuccess: () =>
      toast.success({ title: 'Your changes are in use', text: 'Runs already underway finish on the old version.' }),
  });
  const [first] = problems;
  const goToProblem = () => first && open(first.stepId ?? TRIGGER, 'field');
  const setOn = async (isOn: boolean) => {
    if (isOn && first) {
      goToProblem();
      toast.error({ title: 'Not ready yet', text: first.text });
      return;
    }
    if (!isOn || (await flush())) switching.mutate({ automationId, isOn });
  };
  const isSchedule = definition.trigger.kind === 'schedule';
  const { isOn, hasChanges, pauseReason } = automation;
  const where = first?.stepId ? `step ${numbers.get(first.stepId) ?? ''}` : 'step 1';
  const problemLink = first && (
    <button
      type="button"
      className="text-button"
      onClick={goToProblem}
    >{`${problemsWord(problems.length)}${problems.length === 1 ? ` in ${where}` : `, the first in ${where}`}`}</button>
  );
  return (
    <Card as="section" className="stack side-card">
      <div className="row between">
        <b className="strong" id="automation-switch">
          {isSchedule ? 'Run on schedule' : 'On'}
        </b>
        <Switch
          isOn={switching.isPending ? (switching.variables?.isOn ?? isOn) : isOn}
          onChange={(next) => void setOn(next)}
          labelledBy="automation-switch"
          describedBy="automation-switch-about"
        />
      </div>
      <p className="small" id="automation-switch-about">
        <span>{pauseReason && !isOn ? `${LINE_OF_REASON[pauseReason]} ` : ''}</span>
        <span>
          {isOn && liveVersion !== null ? `Version ${liveVersion} is running.` : 'It’s paused, so nothing runs.'}
        </span>{' '}
        {first ? (
          <>
            <span>{isOn ? 'Your changes take over once you fix' : 'Before you turn it on, fix'}</span> {problemLink}
            <span>.</span>
          </>
        ) : isOn && hasChanges ? (
          <span>Your changes are ready.</span>
        ) : (
          !isOn && <span>Turn it on when you like what you see.</span>
        )}
      </p>
      {isOn && hasChanges && !first && (
        <div>
          <Button
            size="sm"
            variant="secondary"
            busy={publishing.isPending}
            onClick={() => void flush().then((isSaved) => isSaved && publishing.mutate({ automationId }))}
          >
            Use these changes
          </Button>
        </div>
      )}
      <p className="small muted num">
        {usage.limit === 'unlimited'
          ? `${formatNumber(usage.used)} ${usage.used === 1 ? 'automation is' : 'automations are'} on.`
          : `${formatNumber(usage.used)} of ${formatNumber(usage.limit)} automations ${usage.used === 1 ? 'is' : 'are'} on.`}
      </p>
    </Card>
  );
}
