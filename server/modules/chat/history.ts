import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import { TITLE_MAX } from '#contract/chat/chat.ts';
import { takeTurns } from '#server/lib/take-turns.ts';

type Bubble = { role: 'user' | 'assistant'; content: string };

/** The last ten messages (spec §9), as the model takes them. */
export function toHistory(messages: Bubble[]): Bubble[] {
  return takeTurns(messages, HISTORY_MESSAGES);
}

/** A name for a conversation from its first question, cut at a word, or null when the question has no words. */
export function titleFrom(question: string): string | null {
  const line = question
    .replace(/[\s\p{C}]+/gu, ' ')
    .replace(/[*_`#>|]/g, '')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(line)) return null;
  if (line.length <= TITLE_MAX) return line;
  const cut = line.slice(0, TITLE_MAX - 1);
  const atWord = cut.lastIndexOf(' ') > TITLE_MAX / 2 ? cut.slice(0, cut.lastIndexOf(' ')) : cut;
  return `${atWord.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s,;:.-]+$/, '')}…`;
}
