import { Link } from '@tanstack/react-router';
import { NotebookText } from 'lucide-react';
import { replacedText } from '#src/domain/brain/fact-history.ts';
import { searchForFact } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { FactButton } from './fact-button.tsx';
import { useKnowledge } from './knowledge-context.ts';

type UndoButtonProps = {
  fact: Fact;
  /** The message withdrew the fact, so Undo restores it. */
  isWithdrawn?: boolean;
};

/** Undoes learning or withdrawing a fact, then redoes it. A single button, so that it keeps the focus. */
export function UndoButton({ fact, isWithdrawn = false }: UndoButtonProps) {
  const knowledge = useKnowledge();
  const isUndone = knowledge?.undone.has(fact.id) ?? false;
  const [undo, redo] = isWithdrawn
    ? [knowledge?.undoWithdrawal, knowledge?.redoWithdrawal]
    : [knowledge?.undo, knowledge?.redo];
  return (
    <button
      type="button"
      className="link"
      aria-label={`${isUndone ? 'Redo' : 'Undo'}: ${fact.statement}`}
      onClick={() => (isUndone ? redo?.(fact) : undo?.(fact))}
    >
      {isUndone ? 'Redo' : 'Undo'}
    </button>
  );
}

/** What a fact replaced, struck through. */
export function ReplacedText({ fact }: { fact: Fact }) {
  return fact.replaced === null ? null : (
    <span className="was">
      Replaced <s>{replacedText(fact)}</s>
    </span>
  );
}

function OneFact({ fact }: { fact: Fact }) {
  const undone = useKnowledge()?.undone;
  const back = undone?.get(fact.id);
  const [before, statement] =
    back === undefined
      ? ['Learned: ', fact.statement]
      : back === null
        ? ['Forgot: ', fact.statement]
        : ['Back to: ', back];
  return (
    <>
      <span>{before}</span>
      {back === undefined ? (
        <FactButton className="fact" shown={{ kind: 'fact', fact }}>
          <bdi>{statement}</bdi>
        </FactButton>
      ) : (
        <bdi className="fact">{statement}</bdi>
      )}
      {back === undefined && fact.state !== 'superseded' && <ReplacedText fact={fact} />}
      {fact.state === 'conflict' && (
        <>
          <span aria-hidden="true">·</span>
          <Link className="link" to="/dashboard/brain" search={searchForFact(fact)}>
            Settle it
          </Link>
        </>
      )}
      {fact.state === 'superseded' ? (
        <span>(replaced since)</span>
      ) : (
        <>
          <span aria-hidden="true">·</span>
          <UndoButton fact={fact} />
        </>
      )}
    </>
  );
}

function OneWithdrawn({ fact }: { fact: Fact }) {
  const isUndone = useKnowledge()?.undone.has(fact.id) ?? false;
  return (
    <>
      <span>{isUndone ? 'Back to: ' : 'No longer true: '}</span>
      <bdi className="fact">{isUndone ? fact.statement : <s>{fact.statement}</s>}</bdi>
      <span aria-hidden="true">·</span>
      <UndoButton fact={fact} isWithdrawn />
    </>
  );
}

/**
 * The facts learned from or withdrawn by a question, shown under it with Undo. The newest question's line announces
 * itself. Renders nothing if there are none.
 */
export function LearnedLine({ questionId }: { questionId: string }) {
  const knowledge = useKnowledge();
  const memory = knowledge?.memory.find((one) => one.questionId === questionId);
  // These are already shown in the correction's own line.
  const corrected = new Set(memory?.actions.flatMap((one) => (one.kind === 'corrected' ? one.factIds : [])));
  const isUndone = (fact: Fact) => knowledge?.undone.has(fact.id) ?? false;
  const shown = (knowledge?.learnedFrom(questionId) ?? []).filter(
    (fact) =>
      (fact.state !== 'forgotten' || isUndone(fact)) && (fact.replaced === null || !corrected.has(fact.replaced.id)),
  );
  const withdrawn = (knowledge?.withdrawnBy(questionId) ?? []).filter(
    (fact) => fact.state === 'forgotten' || isUndone(fact),
  );
  const isNewest = knowledge?.newestQuestionId === questionId;
  const total = shown.length + withdrawn.length;
  const [only] = shown;
  const [onlyWithdrawn] = withdrawn;
  if (total === 0 && !isNewest) return null;
  const learnedCount = shown.filter((fact) => !isUndone(fact)).length;
  const withdrawnCount = withdrawn.filter((fact) => !isUndone(fact)).length;
  const learnedText = `Learned ${learnedCount} ${learnedCount === 1 ? 'fact' : 'facts'}`;
  const parts = [
    ...(shown.length > 0 ? [learnedText] : []),
    ...(withdrawn.length > 0 ? [`${withdrawnCount} no longer true`] : []),
  ];
  return (
    <p className="learned" role={isNewest ? 'status' : undefined}>
      {total > 0 && <NotebookText className="icon sm" aria-hidden="true" />}
      {total === 1 && only && <OneFact fact={only} />}
      {total === 1 && onlyWithdrawn && <OneWithdrawn fact={onlyWithdrawn} />}
      {total > 1 && (
        <FactButton className="fact" shown={{ kind: 'learned', questionId }}>
          {parts.join(', ')}
        </FactButton>
      )}
    </p>
  );
}
