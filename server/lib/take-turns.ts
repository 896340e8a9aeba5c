type Bubble = { role: 'user' | 'assistant'; content: string };

/**
 * The last messages that say something, at most `max`, beginning with a question and taking turns, as every provider
 * expects: questions that got no answer are put together with the next one.
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
