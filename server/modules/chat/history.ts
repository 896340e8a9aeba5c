import { withoutCitations } from '#contract/brain/citations.ts';
import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';
import { TITLE_MAX } from '#contract/chat/chat.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { takeTurns } from '#server/lib/text/take-turns.ts';

type Bubble = { role: 'user' | 'assistant'; content: string };

/** The last ten messages (CHAT-6), in the form the model takes. What they cite may be forgotten by now. */
export function toHistory(messages: Bubble[]): Bubble[] {
  return takeTurns(messages, HISTORY_MESSAGES).map(({ role, content }) => ({
    role,
    content: role === 'assistant' ? withoutCitations(content) : content,
  }));
}

/**
 * A name for a conversation from its first question, without its secrets, cut at a word; null if it has no words. Signs
 * of Markdown formatting are left out: `#` and `>` at the start of a line, and pairs of `**` and backticks. Any
 * other `<`, `>` or `*` was meant.
 */
export function titleFrom(question: string): string | null {
  const line = leaveOutSecrets(question)
    .replace(/^[#>]{1,6}[ \t]/gm, '')
    .replace(/\*\*([^*]{1,200})\*\*/g, '$1')
    .replace(/`([^`]{1,200})`/g, '$1')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(line)) return null;
  return cutAtWord(line, TITLE_MAX);
}
