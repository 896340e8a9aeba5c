import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/forms/field.tsx';

type StatementFieldProps = {
  label: ReactNode;
  hideLabel?: boolean;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  placeholder?: string;
  /** Saves a fact that was rejected because of a secret, now that the owner lets the team have it. */
  onShare?: () => void;
  /** What Escape does. */
  onEscape?: () => void;
  ref?: Ref<HTMLTextAreaElement>;
};

/** How many characters are left before the count is shown. */
const COUNT_FROM = 60;

/** Enter saves, because a fact is one sentence. Enter that confirms a word in an input method doesn't. */
function saveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (pressedKey(event) !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The one sentence that is a fact. */
export function StatementField(props: StatementFieldProps) {
  const { label, hideLabel, value, onChange, error, placeholder, onShare, onEscape, ref } = props;
  const { length } = value.trim();
  const isNearlyFull = length > STATEMENT_MAX - COUNT_FROM;
  const field = (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={isNearlyFull ? `${length} of ${STATEMENT_MAX} characters` : undefined}
      error={error}
    >
      {(control) => (
        <textarea
          className="textarea"
          rows={2}
          ref={ref}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape') onEscape?.();
            else saveOnEnter(event);
          }}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
  if (!onShare) return field;
  return (
    <div className="stack tight">
      {field}
      <div>
        <Button variant="secondary" size="sm" onClick={onShare}>
          Okay to share
        </Button>
      </div>
    </div>
  );
}
