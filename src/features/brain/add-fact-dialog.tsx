import { useState } from 'react';
import { FACT_KIND_NAMES, FACT_KINDS, type FactKind } from '#contract/brain/brain.ts';
import { trpc } from '#src/api/trpc.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { toStatementProblem, statementProblem, type StatementProblem } from './fact-words.ts';
import { StatementField } from './statement-field.tsx';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';

export type AddFactDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The kind that is being looked at. */
  startKind: FactKind | undefined;
};

const KINDS = FACT_KINDS.map((kind) => ({ value: kind, label: FACT_KIND_NAMES[kind].heading }));

/** Adds a fact in the owner's own words. */
export function AddFactDialog({ isOpen, onClose, startKind }: AddFactDialogProps) {
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const [kind, setKind] = useState<FactKind>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<StatementProblem>();
  const chosen = kind ?? startKind ?? 'product';
  const { mutate, isPending, isPaused } = trpc.brain.add.useMutation({
    onSuccess: async () => {
      renew();
      await utils.brain.invalidate();
      toast.success({ title: 'Added', text: 'Your team will use this starting with your next message.' });
      setTyped('');
      setKind(undefined);
      onClose();
    },
    onError: (error) => setProblem(toStatementProblem(error)),
  });
  const save = (isOkayToShare = false) => {
    const statement = typed.trim();
    const found = statementProblem(statement);
    setProblem({ text: found });
    if (found === undefined) mutate({ id: idOf(`${chosen} ${statement}`), kind: chosen, statement, isOkayToShare });
  };
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      // Offline, it is added once the connection is back.
      closable={!isPending || isPaused}
      title="Add a fact"
      lead="One sentence that stays true for a while, in your own words."
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) save();
        }}
      >
        <StatementField
          label="Fact"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
          error={problem?.text}
          onShare={problem?.mayShare ? () => save(true) : undefined}
          placeholder="Returns are free within 30 days."
        />
        <SelectField
          label="What it’s about"
          options={KINDS}
          value={chosen}
          onChange={({ target }) => setKind(FACT_KINDS.find((one) => one === target.value))}
        />
        <Button type="submit" block busy={isPending} busyText="Adding...">
          Add fact
        </Button>
      </form>
    </Dialog>
  );
}
