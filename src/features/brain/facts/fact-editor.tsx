import { use, useEffect, useRef, useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { Fact } from '#src/domain/brain/fact.ts';
import { AwaitedFact } from '../fact-focus.ts';
import { refusalOf, statementProblem, type StatementProblem } from '../fact-words.ts';
import { SourceLine } from '../source-line.tsx';
import { StatementField } from '../statement-field.tsx';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';

/** Corrects a fact in its place. What was typed stays until it is saved. */
export function FactEditor({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const utils = trpc.useUtils();
  const awaited = use(AwaitedFact);
  const field = useRef<HTMLTextAreaElement>(null);
  const { idOf } = useRequestId();
  const [typed, setTyped] = useState(fact.statement);
  const [problem, setProblem] = useState<StatementProblem>();
  const { mutate, isPending } = trpc.brain.correct.useMutation({
    onSuccess: (_done, { id }) => {
      awaited.expect(id);
      return utils.brain.invalidate();
    },
    onError: (error) => setProblem(refusalOf(error)),
  });
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);

  const save = (isOkayToShare = false) => {
    const statement = typed.trim();
    if (statement === fact.statement) return onClose();
    const found = statementProblem(statement);
    setProblem({ text: found });
    if (found === undefined) mutate({ id: idOf(statement), factId: fact.id, statement, isOkayToShare });
    else field.current?.focus();
  };
  return (
    <form
      className="what"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) save();
      }}
    >
      <StatementField
        ref={field}
        label="Correct this fact"
        hideLabel
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
        error={problem?.text}
        onShare={problem?.mayShare ? () => save(true) : undefined}
        onEscape={() => !isPending && onClose()}
      />
      <SourceLine fact={fact} />
      <div className="row editing-foot">
        <Button type="submit" variant="secondary" size="sm" busy={isPending} busyText="Saving...">
          Save
        </Button>
        <Button variant="ghost" size="sm" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <p className="hint grow">Your wording replaces the old one. You can always bring it back.</p>
      </div>
    </form>
  );
}
