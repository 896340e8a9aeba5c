import { plainWords } from '#contract/chat/plain-words.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

/** What is quoted of a message: from a little before the first of the words that it was found by. */
const EXCERPT_CHARACTERS = 400;
const BEFORE_CHARACTERS = 120;

/** The part of a message around these words, in plain text. It begins and ends with whole words. */
export function quoteMessage({ content, words }: { content: string; words: readonly string[] }): string {
  const text = plainWords(content);
  const lower = text.toLowerCase();
  const found = words.map((word) => lower.indexOf(word)).filter((place) => place !== -1);
  const first = Math.min(...found, text.length);
  if (found.length === 0 || first <= BEFORE_CHARACTERS) return cutAtWord(text, EXCERPT_CHARACTERS);
  const space = text.lastIndexOf(' ', first);
  const earliest = text.indexOf(' ', first - BEFORE_CHARACTERS);
  const start = earliest === -1 || earliest > first ? space : earliest;
  return `…${cutAtWord(text.slice(Math.max(start, 0)).trim(), EXCERPT_CHARACTERS - 1)}`;
}
