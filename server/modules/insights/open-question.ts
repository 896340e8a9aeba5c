import { plainWords } from '#contract/chat/plain-words.ts';

/** A longer one says too much for a card. The end of an answer that is looked at is longer still, so that a question is whole. */
const QUESTION_MAX = 300;
const QUESTION_ENDS = /[?？؟]["”’»)]?$/;

/** The question that an answer ends with, or null. `ending` is the end of its Markdown. */
export function openQuestion(ending: string): string | null {
  const lastParagraph =
    ending
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  const lastLine = lastParagraph.split('\n').at(-1) ?? '';
  const words = plainWords(lastLine);
  if (!QUESTION_ENDS.test(words)) return null;
  // The next sentence begins after a mark and a space, but not after `e.g.`.
  const question = words.split(/(?<=[.!?…？؟]["”’»)]?)\s+(?=[^\p{Ll}])/u).at(-1) ?? '';
  return question.length > QUESTION_MAX ? null : question;
}
