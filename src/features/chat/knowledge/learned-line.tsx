import { Link } from '@tanstack/react-router';
import { NotebookText } from 'lucide-react';
import { searchForFact } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { FactButton } from './fact-button.tsx';
import { useKnowledge } from './knowledge-context.ts';

/** Undoes what was learned or, after that, learns it again. One button, so that it keeps the focus. */
export function UndoButton({ fact }: { fact: Fact }) {
  const knowledge = useKnowledge();
  const isUndone = knowledge?.undone.has(fact.id) ?? false;
  return (
    <button
      type="button"
      className="link"
      aria-label={`${isUndone ? 'Redo' : 'Undo'}: ${fact.statement}`}
      onClick={() => (isUndone ? knowledge?.redo(fact) : knowledge?.undo(fact))}
    >
      {isUndone ? 'Redo' : 'Undo'}
    </button>
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

/** Under a question: what was learned from it, with Undo. The newest question's line announces itself. Nothing learned shows nothing. */
export function LearnedLine({ questionId }: { questionId: string }) {
  const knowledge = useKnowledge();
  const learned = knowledge?.learnedFrom(questionId) ?? [];
  const shown = learned.filter((fact) => fact.state !== 'forgotten' || knowledge?.undone.has(fact.id));
  const isNewest = knowledge?.newestQuestionId === questionId;
  const count = shown.filter((fact) => !knowledge?.undone.has(fact.id)).length;
  const [only] = shown;
  if (!only && !isNewest) return null;
  return (
    <p className="learned" role={isNewest ? 'status' : undefined}>
      {only && <NotebookText className="icon sm" aria-hidden="true" />}
      {only && shown.length === 1 && <OneFact fact={only} />}
      {shown.length > 1 && (
        <FactButton className="fact" shown={{ kind: 'learned', questionId }}>
          {`Learned ${count} ${count === 1 ? 'fact' : 'facts'}`}
        </FactButton>
      )}
    </p>
  );
}
