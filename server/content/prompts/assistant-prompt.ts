import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { introduce } from '#server/lib/profile-block.ts';
import { CUSTOMER_PROMPTS } from './customer-prompts.ts';
import { GENERAL_PROMPTS } from './general-prompts.ts';
import { HOUSE_RULES } from './house-rules.ts';
import { LEAD_PROMPTS } from './lead-prompts.ts';
import { OPERATIONS_PROMPTS } from './operations-prompts.ts';
import { REACH_PROMPTS } from './reach-prompts.ts';

const prompts: Record<AssistantId, string> = {
  ...LEAD_PROMPTS,
  ...REACH_PROMPTS,
  ...CUSTOMER_PROMPTS,
  ...OPERATIONS_PROMPTS,
  ...GENERAL_PROMPTS,
};

/** Who the assistant is, what it does and how it answers. The same for every person. */
export function assistantPrompt(id: AssistantId): string {
  const { name, role } = assistantById(id);
  return `${introduce(name, role)} ${prompts[id]}\n\n${HOUSE_RULES}`;
}
