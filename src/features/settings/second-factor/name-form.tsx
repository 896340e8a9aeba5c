import { useState, type FormEvent } from 'react';
import { FRIENDLY_NAME_MAX } from '#contract/account/factor-limits.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

type NameFormProps = {
  /** The initial value of the field. */
  name: string;
  submitLabel: string;
  busyText: string;
  isBusy: boolean;
  /** Why the last attempt failed. */
  problem: string | undefined;
  onChange: () => void;
  onSubmit: (name: string) => void;
};

/** The name of a factor or a passkey. In a dialog it mounts on opening, so it starts from the current name. */
export function NameForm({ name, submitLabel, busyText, isBusy, problem, onChange, onSubmit }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return setWrong('Please give it a name.');
    onSubmit(typed.trim());
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Name"
        name="friendlyName"
        autoComplete="off"
        required
        maxLength={FRIENDLY_NAME_MAX}
        value={typed}
        error={wrong ?? problem}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(undefined);
          onChange();
        }}
      />
      <div className="row dialog-actions">
        <Button type="submit" busy={isBusy} busyText={busyText}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
