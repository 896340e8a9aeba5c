import { citationOf } from '#contract/brain/brain.ts';
import type { Conversation } from './chat-request.ts';
import { plain } from './plain-text.ts';
import { readJustDone, readKnownFacts, readQuoted, type QuotedText, type ReadFact } from './read-instructions.ts';

const CITED_MAX = 3;
/** The maximum number of facts cited for a question about everything. */
const OVERVIEW_MAX = 8;
/** Questions about everything the team knows: they share no word with any single fact. */
const ASKS_FOR_ALL =
  /\b(?:know|remember) about (?:us|me|my|our)\b|\bsummarize (?:us|my|our)\b|\bweißt du über uns\b|\bsabes (?:de|sobre) nosotros\b|\bsais-tu (?:de|sur) nous\b/iu;
/** It quotes a text that shares so many words with the question, and of it the sentence or line that shares most. */
const SHARED_MIN = 2;
const QUOTE_CHARACTERS = 240;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));

function fits({ statement }: ReadFact, words: ReadonlySet<string>): boolean {
  return [...wordsOf(statement)].some(
    (word) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, '')),
  );
}

/** How many words of the question a text has; the rule of `fits`. */
const countShared = (text: string, words: ReadonlySet<string>): number =>
  [...wordsOf(text)].filter((word) => words.has(word) || words.has(`${word}s`) || words.has(word.replace(/s$/, '')))
    .length;

/** Quotes the texts that share most words with the question, whatever they say: nothing in them is done. */
function quote(texts: readonly QuotedText[], words: ReadonlySet<string>): string[] {
  const best = (parts: readonly string[]) =>
    parts.toSorted((a, b) => countShared(b, words) - countShared(a, words))[0] ?? '';
  return texts
    .map((quoted) => ({ ...quoted, shared: countShared(quoted.text, words) }))
    .filter(({ shared }) => shared >= Math.min(SHARED_MIN, words.size))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, CITED_MAX)
    .map(({ citation, text }) => {
      const sentence = best(text.split(/\n|(?<=[.!?])\s+/).filter((part) => part.trim() !== ''));
      return `“${plain(sentence, QUOTE_CHARACTERS)}” ${citation}`;
    });
}

/** The paragraphs with which an answer begins: what was just remembered or forgotten, and what of the facts, documents and other
 * conversations shares words with the question. */
export function composeKnowledge({ instructions }: Conversation, question: string): string[] {
  const done = readJustDone(instructions);
  const words = wordsOf(question);
  const asksForAll = ASKS_FOR_ALL.test(question);
  const known = readKnownFacts(instructions)
    .filter((fact) => asksForAll || fits(fact, words))
    .toSorted((a, b) => countShared(b.statement, words) - countShared(a.statement, words));
  const [disputed, sure] = [known.filter((fact) => fact.isDisputed), known.filter((fact) => !fact.isDisputed)];
  const quotes = done === null && words.size > 0 ? quote(readQuoted(instructions), words) : [];
  const line = ({ statement, citation }: ReadFact) => `${plain(statement, 300)} ${citation}`;
  return [
    // Brackets are markup, so the citations are written again.
    ...(done === null
      ? []
      : [plain(done, 600).replaceAll(/\bf(\d+)\b/g, (_, number: string) => citationOf('fact', Number(number)))]),
    ...(done === null && sure.length > 0
      ? [
          `From what I know: ${sure
            .slice(0, asksForAll ? OVERVIEW_MAX : CITED_MAX)
            .map(line)
            .join(' ')}`,
        ]
      : []),
    ...(quotes.length > 0 ? [`From what I was given to read: ${quotes.join(' ')}`] : []),
    ...(disputed.length > 0
      ? [`Your sources disagree, so I won’t rely on either: ${disputed.slice(0, CITED_MAX).map(line).join(' ')}`]
      : []),
  ];
}
