import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';

/** A teammate's name as the one table has it, so that a rename reaches every prompt. */
export function teammate(id: AssistantId): string {
  return assistantById(id).name;
}
