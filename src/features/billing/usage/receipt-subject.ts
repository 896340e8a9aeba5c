import { ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';

/** Whom or what a use was for, in words, with a face where there is one. */
export function receiptSubject(subject: string): { name: string; assistantId: AssistantId | null } {
  const assistant = ASSISTANTS.find(({ id }) => id === subject);
  if (assistant) return { name: assistant.name, assistantId: assistant.id };
  if (subject === 'earlier') return { name: 'Before there were receipts', assistantId: null };
  if (subject === 'script') return { name: 'A script of yours', assistantId: null };
  return { name: subject === '' ? 'No name' : subject, assistantId: null };
}
