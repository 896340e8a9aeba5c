import { useEffect, useRef, useState } from 'react';
import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import type { Fact } from '#src/domain/brain/fact.ts';
import type { useFactActions } from './use-fact-actions.ts';

type CorrectFactProps = { fact: Fact; actions: ReturnType<typeof useFactActions>; onCancel: () => void };

/** The right wording for a fact that is wrong, or none. */
export function CorrectFact({ fact, actions, onCancel }: CorrectFactProps) {
  const [typed, setTyped] = useState(fact.statement);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { correct, forget, refusal, isBusy } = actions;
  const canSave = typed.trim() !== '' && typed.trim() !== fact.statement;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave && !isBusy) correct(typed.trim());
      }}
    >
      <TextField
        label="What’s right?"
        value={typed}
        error={refusal ? errorText(refusal) : undefined}
        maxLength={STATEMENT_MAX}
        dir="auto"
        autoComplete="off"
        ref={box}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="row">
        <Button type="submit" size="sm" disabled={!canSave} busy={isBusy}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <span className="grow" />
        <Button size="sm" variant="danger" disabled={isBusy} onClick={forget}>
          Forget it
        </Button>
      </div>
    </form>
  );
}
