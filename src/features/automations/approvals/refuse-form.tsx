import { useEffect, useRef, useState } from 'react';
import { APPROVAL_REASON_MAX } from '#contract/automations/automation-limits.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

type RefuseFormProps = { onRefuse: (reason: string | undefined) => void; onBack: () => void };

/** Refuses, with a reason if the owner likes. */
export function RefuseForm({ onRefuse, onBack }: RefuseFormProps) {
  const [reason, setReason] = useState('');
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={place}
      onSubmit={(event) => {
        event.preventDefault();
        onRefuse(reason.trim() || undefined);
      }}
    >
      <div className="ap-why">
        <TextField
          label="Why not? (optional)"
          hint="It’s kept with the run, so you’ll know later."
          maxLength={APPROVAL_REASON_MAX}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <p className="acts two">
        <Button type="submit" variant="danger">
          Refuse
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </p>
    </form>
  );
}
