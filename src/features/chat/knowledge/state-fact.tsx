import { useEffect, useRef, useState } from 'react';
import { FACT_KIND_NAMES, FACT_KINDS, STATEMENT_MAX, type FactKind } from '#contract/brain/brain.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';

const KINDS = FACT_KINDS.map((kind) => ({ value: kind, label: FACT_KIND_NAMES[kind].heading }));

type StateFactProps = {
  /** What the owner can do about the source itself. */
  hint: string;
  onDone: () => void;
  onCancel: () => void;
};

/** What is right where a source is wrong. A source can't be corrected, but the owner's own words count more. */
export function StateFact({ hint, onDone, onCancel }: StateFactProps) {
  const utils = trpc.useUtils();
  // The same for every try, so that it's added once.
  const [id] = useState(randomId);
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<FactKind>('product');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { mutate, error, isPending } = trpc.brain.add.useMutation({
    onSuccess: async () => {
      toast.success({ title: 'Added', text: 'Your team will use this starting with your next message.' });
      onDone();
      await utils.brain.invalidate();
    },
  });
  const statement = typed.trim();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (statement !== '' && !isPending) mutate({ id, kind, statement });
      }}
    >
      <TextField
        label="What’s right?"
        hint={hint}
        value={typed}
        error={error ? errorText(error) : undefined}
        maxLength={STATEMENT_MAX}
        dir="auto"
        autoComplete="off"
        ref={box}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="What it’s about"
        options={KINDS}
        value={kind}
        onChange={({ target }) => setKind(FACT_KINDS.find((one) => one === target.value) ?? kind)}
      />
      <div className="row">
        <Button type="submit" size="sm" disabled={statement === ''} busy={isPending}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
