import type { FactKind } from '#contract/brain/brain.ts';
import { statementProblem } from '../fact-words.ts';

type Question = { kind: FactKind; text: string; example: string };

/** What a new team needs to know first. The examples are from an invented pottery shop. */
export const QUESTIONS: readonly Question[] = [
  {
    kind: 'product',
    text: 'What do you sell, and what does it cost?',
    example: 'We sell stoneware bowls from $24 to $42.',
  },
  {
    kind: 'customer',
    text: 'Who buys from you?',
    example: 'Mostly people looking for a wedding gift around $60.',
  },
  {
    kind: 'people',
    text: 'When are you open, and who does what?',
    example: 'The studio is open Tuesday to Saturday, 10 to 4.',
  },
  {
    kind: 'policy',
    text: 'What’s your rule on returns, shipping, or discounts?',
    example: 'We never discount sets, and returns are free for 30 days.',
  },
  {
    kind: 'voice',
    text: 'How should we sound, and which words should we avoid?',
    example: 'Friendly and brief, and never “artisanal.”',
  },
];

/** What was typed for a question, and the fact that was saved from it. */
export type Answer = { typed: string; saved: { id: string; statement: string } | null };
export const NO_ANSWERS: readonly Answer[] = QUESTIONS.map(() => ({ typed: '', saved: null }));

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
