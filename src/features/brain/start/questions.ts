import { START_QUESTIONS } from '#contract/brain/start-questions.ts';
import { statementProblem } from '../fact-words.ts';

/** What was typed for a question, and the fact that was saved from it. */
export type Answer = { typed: string; saved: { id: string; statement: string } | null };
export const NO_ANSWERS: readonly Answer[] = START_QUESTIONS.map(() => ({ typed: '', saved: null }));

export type Saving =
  | { type: 'nothing' }
  | { type: 'add'; statement: string }
  | { type: 'correct'; factId: string; statement: string }
  | { type: 'forget'; factId: string }
  | { type: 'refuse'; problem: string };

/** What going on from an answer does: someone who came back may have changed or removed it. */
export function savingOf({ typed, saved }: Answer): Saving {
  const statement = typed.trim();
  if (statement === '') return saved ? { type: 'forget', factId: saved.id } : { type: 'nothing' };
  const problem = statementProblem(statement);
  if (problem !== undefined) return { type: 'refuse', problem };
  if (!saved) return { type: 'add', statement };
  return saved.statement === statement ? { type: 'nothing' } : { type: 'correct', factId: saved.id, statement };
}
