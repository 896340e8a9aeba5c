import { HISTORY_MESSAGES, TITLE_MAX } from '#contract/chat.ts';

type Bubble = { role: 'user' | 'assistant'; content: string };

/**
 * The last ten messages that say something (spec §9), beginning with a question and taking turns, as every provider
 * expects: questions that got no answer are put together with the next one.
 */
export function toHistory(messages: Bubble[]): Bubble[] {
  const said = messages.filter((message) => message.content.trim() !== '').slice(-HISTORY_MESSAGES);
  const first = said.findIndex((message) => message.role === 'user');
  const history: Bubble[] = [];
  for (const { role, content } of first === -1 ? [] : said.slice(first)) {
    const before = history.at(-1);
    if (before?.role === role) before.content = `${before.content}\n\n${content}`;
    else history.push({ role, content });
  }
  return history;
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
