import { useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { START_QUESTIONS } from '#contract/brain/start-questions.ts';
import { NO_ANSWERS, savingOf, type Answer } from './questions.ts';

/** The answers to the questions, each saved as a fact on the way to the next. */
export function useAnswers(onFinish: (saved: number) => void) {
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const [at, setAt] = useState(0);
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const answer = answers[at] ?? { typed: '', saved: null };

  const withAnswer = (changed: Answer) => answers.map((one, index) => (index === at ? changed : one));
  const go = (to: number, from = answers) => {
    setProblem(undefined);
    if (to < START_QUESTIONS.length) setAt(to);
    else {
      setAt(0);
      setAnswers(NO_ANSWERS);
      onFinish(from.filter(({ saved }) => saved !== null).length);
    }
  };

  const save = async (): Promise<Answer['saved']> => {
    const { add, correct, forget } = utils.client.brain;
    const saving = savingOf(answer);
    if (saving.type === 'nothing' || saving.type === 'refuse') return answer.saved;
    if (saving.type === 'forget') {
      await forget.mutate({ factId: saving.factId });
      return null;
    }
    const { statement } = saving;
    const id = idOf(`${at} ${statement}`);
    const { kind = 'product', id: question } = START_QUESTIONS[at] ?? {};
    if (saving.type === 'correct') await correct.mutate({ id, factId: saving.factId, statement, question });
    else await add.mutate({ id, kind, statement, question });
    renew();
    return { id, statement };
  };
  const next = async () => {
    const saving = savingOf(answer);
    if (saving.type === 'refuse') return setProblem(saving.problem);
    setIsSaving(true);
    try {
      const changed = withAnswer({ ...answer, saved: await save() });
      setAnswers(changed);
      if (saving.type !== 'nothing') void utils.brain.invalidate();
      go(at + 1, changed);
    } catch (error) {
      setProblem(errorText(error));
    }
    setIsSaving(false);
  };

  return {
    at,
    typed: answer.typed,
    problem,
    isSaving,
    type: (typed: string) => setAnswers(withAnswer({ ...answer, typed })),
    next: () => void next(),
    skip: () => go(at + 1),
    back: () => go(at - 1),
  };
}
