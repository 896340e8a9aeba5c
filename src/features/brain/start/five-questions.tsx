import { ListChecks } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { START_QUESTIONS } from '#contract/brain/start-questions.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { StatementField } from '../statement-field.tsx';
import { useAnswers } from './use-answers.ts';

type FiveQuestionsProps = {
  /** Whether there is something to see besides the questions. */
  hasFacts: boolean;
  onAnswer: () => void;
  onDone: () => void;
};

/** Five questions, a sentence each. Each answer is saved before the next question. */
export function FiveQuestions({ hasFacts, onAnswer, onDone }: FiveQuestionsProps) {
  const { at, typed, problem, isSaving, type, next, skip, back } = useAnswers((saved) => {
    if (saved === 0) toast.success({ title: 'Nothing saved', text: 'The questions are here whenever you like.' });
    else
      toast.success({
        title: saved === 1 ? 'Your team learned 1 new fact' : `Your team learned ${saved} new facts`,
        text: 'We split longer answers into separate facts. Confirm, correct, or forget the suggested ones.',
      });
    onDone();
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at && problem === undefined) return;
    shown.current = at;
    field.current?.focus();
  }, [at, problem]);
  const question = START_QUESTIONS[at];
  const isLast = at === START_QUESTIONS.length - 1;
  return (
    <Card as="article" className="way" aria-labelledby="five-questions">
      <span className="itile">
        <ListChecks className="icon" aria-hidden="true" />
      </span>
      <div>
        <h3 className="h3" id="five-questions">
          Answer five questions
        </h3>
        <p className="muted">One sentence each is plenty. Skip what doesn’t fit.</p>
      </div>
      <form
        className="stack tight"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSaving) next();
        }}
      >
        <StatementField
          key={at}
          ref={field}
          label={`${at + 1} of ${START_QUESTIONS.length}. ${question?.text}`}
          placeholder={question?.example}
          value={typed}
          error={problem}
          onChange={(text) => {
            onAnswer();
            type(text);
          }}
        />
        <Button type="submit" variant="secondary" block busy={isSaving} busyText="Saving...">
          {isLast ? 'Finish' : 'Next question'}
        </Button>
        <div className="row between">
          <div className="row">
            {at > 0 && (
              <button type="button" className="text-button" disabled={isSaving} onClick={back}>
                Back
              </button>
            )}
            <button type="button" className="text-button" disabled={isSaving} onClick={skip}>
              Skip this one
            </button>
          </div>
          {hasFacts && (
            <button type="button" className="text-button" disabled={isSaving} onClick={onDone}>
              Finish later
            </button>
          )}
        </div>
      </form>
      <p className="hint">About three minutes</p>
    </Card>
  );
}
