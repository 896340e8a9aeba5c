type Bubble = { role: 'user' | 'assistant'; content: string };

/**
 * The last messages with any text, at most `max`, starting with a question and alternating, as every provider expects: questions that got
 * no answer are merged with the next one.
 */
export function takeTurns(messages: readonly Bubble[], max: number): Bubble[] {
  const said = messages.filter((message) => message.content.trim() !== '').slice(-max);
  const first = said.findIndex((message) => message.role === 'user');
  const turns: Bubble[] = [];
  for (const { role, content } of first === -1 ? [] : said.slice(first)) {
    const before = turns.at(-1);
    if (before?.role === role) before.content = `${before.content}\n\n${content}`;
    else turns.push({ role, content });
  }
  return turns;
}
