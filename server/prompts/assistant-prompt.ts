import { ASSISTANT_IDS, assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { characterOf } from './assistants/character-of.ts';
import { HOUSE_RULES } from './house-rules.ts';

const list = new Intl.ListFormat('en-US');

/** The first sentence of every assistant's prompt. */
export function introduce(name: string, role: string): string {
  return `You are ${name} (${role}).`;
}

function lines(heading: string, items: readonly string[]): string {
  return [heading, ...items.map((item) => `- ${item}`)].join('\n');
}

function write(id: AssistantId): string {
  const { name, role } = assistantById(id);
  const { manner, knowledge, method, limits, handsOverTo } = characterOf(id);
  const handovers = ASSISTANT_IDS.flatMap((to) => {
    const forWhat = handsOverTo[to];
    // Names are looked up in the one table, so that a rename reaches every prompt.
    return forWhat === undefined ? [] : [`to ${assistantById(to).name} for ${forWhat}`];
  });
  return [
    `${introduce(name, role)} ${manner}`,
    lines('What you know from experience:', knowledge),
    lines('How you work:', method),
    `Your limits: ${limits}`,
    `You hand over ${list.format(handovers)}.`,
    HOUSE_RULES,
  ].join('\n\n');
}

/** Written once, because every question sends one. */
const PROMPTS = Object.fromEntries(ASSISTANT_IDS.map((id) => [id, write(id)])) as Record<AssistantId, string>; // reason: made from every id

/** Who the assistant is, what it knows, and how it answers. The same for every user. */
export function assistantPrompt(id: AssistantId): string {
  return PROMPTS[id];
}
