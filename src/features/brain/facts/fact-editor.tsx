import { use, useEffect, useRef, useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { Fact } from '#src/domain/brain/fact.ts';
import { AwaitedFact } from '../fact-focus.ts';
import { toStatementProblem, statementProblem, type StatementProblem } from '../fact-words.ts';
import { SourceLine } from '../source-line.tsx';
import { StatementField } from '../statement-field.tsx';
import { ATTRIBUTE_MAX } from '#contract/brain/brain.ts';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';

/**
 * Edits a fact in place: its wording, its property and its dates. What was typed stays until it is
 * saved.
 */
export function FactEditor({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const utils = trpc.useUtils();
  const awaited = use(AwaitedFact);
  const field = useRef<HTMLTextAreaElement>(null);
  const { idOf } = useRequestId();
  const [typed, setTyped] = useState(fact.statement);
  const [about, setAbout] = useState({
    attribute: fact.attribute,
    validFrom: fact.validFrom,
    validUntil: fact.validUntil,
  });
  const [problem, setProblem] = useState<StatementProblem>();
  const onError = (error: unknown) => setProblem(toStatementProblem(error));
  const correcting = trpc.brain.correct.useMutation({
    onSuccess: (_done, { id }) => {
      awaited.expect(id);
      return utils.brain.invalidate();
    },
    onError,
  });
  const describing = trpc.brain.describe.useMutation({ onSuccess: () => utils.brain.invalidate(), onError });
  const isPending = correcting.isPending || describing.isPending;
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);

  const daysProblem =
    about.validFrom !== null && about.validUntil !== null && about.validUntil < about.validFrom
      ? 'The last day can’t be before the first.'
      : undefined;
  const save = async (isOkayToShare = false) => {
    const statement = typed.trim();
    const isReworded = statement !== fact.statement;
    const hasNewDetails =
      about.attribute.trim() !== fact.attribute ||
      about.validFrom !== fact.validFrom ||
      about.validUntil !== fact.validUntil;
    const found = isReworded ? statementProblem(statement) : undefined;
    setProblem({ text: found });
    if (found !== undefined) return field.current?.focus();
    if (daysProblem !== undefined) return;
    // The corrected fact inherits the property and the dates, so save these first.
    if (hasNewDetails) await describing.mutateAsync({ factId: fact.id, ...about, attribute: about.attribute.trim() });
    if (isReworded) correcting.mutate({ id: idOf(statement), factId: fact.id, statement, isOkayToShare });
    else onClose();
  };
  return (
    <form
      className="what"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // What fails is shown at the field.
        if (!isPending) void save().catch(() => undefined);
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
        onShare={problem?.mayShare ? () => void save(true) : undefined}
        onEscape={() => !isPending && onClose()}
      />
      <div className="details">
        <TextField
          label="Property"
          placeholder="price, weight, hours on Saturday"
          maxLength={ATTRIBUTE_MAX}
          autoComplete="off"
          value={about.attribute}
          onChange={({ target }) => setAbout({ ...about, attribute: target.value })}
        />
        <TextField
          label="First day"
          type="date"
          value={about.validFrom ?? ''}
          onChange={({ target }) => setAbout({ ...about, validFrom: target.value || null })}
        />
        <TextField
          label="Last day"
          type="date"
          error={daysProblem}
          value={about.validUntil ?? ''}
          onChange={({ target }) => setAbout({ ...about, validUntil: target.value || null })}
        />
      </div>
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
