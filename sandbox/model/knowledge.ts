import { citationOf } from '#contract/brain/brain.ts';
import { readJustDone, readKnownFacts, type ReadFact } from '#server/lib/text/known-facts.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';

const CITED_MAX = 3;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

function fits({ statement }: ReadFact, words: ReadonlySet<string>): boolean {
  return [...wordsOf(statement)].some(
    (word) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, '')),
  );
}

/** The paragraphs with which an answer begins: what was just remembered or forgotten, and the facts that share a word with the question. */
export function composeKnowledge({ instructions }: Conversation, question: string): string[] {
  const done = readJustDone(instructions);
  const known = readKnownFacts(instructions).filter((fact) => fits(fact, wordsOf(question)));
  const [disputed, sure] = [known.filter((fact) => fact.isDisputed), known.filter((fact) => !fact.isDisputed)];
  const line = ({ statement, citation }: ReadFact) => `${plain(statement, 300)} ${citation}`;
  return [
    // Brackets are markup, so the citations are written again.
    ...(done === null
      ? []
      : [plain(done, 600).replaceAll(/\bf(\d+)\b/g, (_, number: string) => citationOf('fact', Number(number)))]),
    ...(done === null && sure.length > 0 ? [`From what I know: ${sure.slice(0, CITED_MAX).map(line).join(' ')}`] : []),
    ...(disputed.length > 0
      ? [`Your sources disagree, so I won’t rely on either: ${disputed.slice(0, CITED_MAX).map(line).join(' ')}`]
      : []),
  ];
}
