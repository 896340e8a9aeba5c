import { STATEMENT_MAX } from '#contract/brain/brain.ts';
import { START_QUESTIONS, type StartQuestionId } from '#contract/brain/start-questions.ts';
import type { EarlierMessage } from '#db/queries/brain/learning.ts';
import type { ExtractedFact } from './extracted-facts.ts';

/** A sentence says what it is about; "Young families" and "Tuesday to Saturday, 7 to 3" don't. */
const SENTENCE =
  /\b(?:we|we['’](?:re|ve)|our|us|i|is|are|was|has|have|costs?|sells?|opens?|closes?|don['’]t|never|always|wir|unsere?|ist|sind|kostet|kosten|haben|nie|nosotros|nuestr[ao]s?|somos|tenemos|cuestan?|es|son|nunca|nous|notre|nos|est|sont|coûtent?|jamais)\b/i;

const labelOf = (id: StartQuestionId | undefined) => START_QUESTIONS.find((one) => one.id === id)?.label ?? '';

/** An answer as it is stored until the model reads it: labeled with its topic unless it is a full sentence. */
export function withQuestion(answer: string, id: StartQuestionId | undefined): string {
  const labeled = `${labelOf(id)}: ${answer}`;
  return id === undefined || SENTENCE.test(answer) || labeled.length > STATEMENT_MAX ? answer : labeled;
}

/** The text of the question, as it is kept with the answer. */
export const questionText = (id: StartQuestionId | undefined): string =>
  START_QUESTIONS.find((one) => one.id === id)?.text ?? '';

/** What was typed, and the question that it answers, as a teammate would have asked it. */
export function asDialog(statement: string, question: string): { question: string; earlier: EarlierMessage[] } {
  const asked = START_QUESTIONS.find(({ text }) => text === question);
  if (!asked) return { question: statement, earlier: [] };
  const label = `${asked.label}: `;
  const answer = statement.startsWith(label) ? statement.slice(label.length) : statement;
  return { question: answer, earlier: [{ from: 'teammate', text: asked.text }] };
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/**
 * Whether typed text stays as it is: it states one fact and, as an answer to a question, makes sense without the
 * words that the model added.
 */
export function isOneFact(
  { question, earlier }: ReturnType<typeof asDialog>,
  found: readonly ExtractedFact[],
): boolean {
  const [only, ...others] = found;
  if (others.length > 0) return false;
  const known = new Set(words(question));
  return earlier.length === 0 || only === undefined || words(only.statement).every((word) => known.has(word));
}
