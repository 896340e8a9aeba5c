import { useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import type { Analytics } from '#src/domain/automations/automation.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { savedWords } from './analytics-words.ts';

const MINUTES_MAX = 600;

/** The time that the runs saved, as their owner says: we can't measure it. */
export function TimeSaved({ analytics }: { analytics: Analytics }) {
  const { automation, minutesSaved } = analytics;
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState(minutesSaved === 0 ? '' : String(minutesSaved));
  const minutes = Number(typed === '' ? '0' : typed);
  const isValid = Number.isInteger(minutes) && minutes >= 0 && minutes <= MINUTES_MAX;
  const { mutate, isPending } = trpc.powerUps.automations.setMinutesSaved.useMutation({
    onSuccess: () => void toast.success({ title: 'Saved' }),
    onError: toastError,
    onSettled: () => utils.powerUps.automations.analytics.invalidate({ automationId: automation.id }),
  });
  const saved = savedWords(analytics);
  return (
    <section className="card stack side-card" aria-labelledby="time-saved">
      <h2 className="strong" id="time-saved">
        Time saved
      </h2>
      {saved !== null && <p className="h3 num">{saved}</p>}
      <p className="small muted">
        {saved === null
          ? 'How long would one run take you by hand? Tell us, and we’ll add it up.'
          : 'In the last 30 days, by your own estimate.'}
      </p>
      <form
        className="row minutes"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) mutate({ automationId: automation.id, minutes });
        }}
      >
        <TextField
          label="Minutes for each run"
          inputMode="numeric"
          maxLength={3}
          value={typed}
          error={isValid ? undefined : `Please enter a number up to ${MINUTES_MAX}.`}
          onChange={({ target }) => setTyped(target.value.trim())}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={isPending}
          busyText="Saving..."
          disabled={!isValid || minutes === minutesSaved}
        >
          Save
        </Button>
      </form>
    </section>
  );
}
