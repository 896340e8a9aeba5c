import type { Conversation } from '../chat-request.ts';
import { composeImageDescription } from './describe-image.ts';
import { composeBlankDrafts } from './draft-blanks.ts';
import { composeDraft } from './draft-automation.ts';
import { composeFacts, composeFactsOfDocument } from './extract-facts.ts';
import { composeTemplate } from './suggest-blanks.ts';
import { composeDocumentSummary, composeSummary } from './summarize.ts';

/** What the model does besides answering, by the id of the task. */
const TASKS = new Map<string | undefined, (conversation: Conversation) => string>([
  ['learn-from-message', composeFacts],
  ['learn-from-source', composeFactsOfDocument],
  ['summary', composeSummary],
  ['document-summary', composeDocumentSummary],
  ['template-blanks', composeTemplate],
  ['template-draft', composeBlankDrafts],
  ['automation-draft', composeDraft],
  ['image', composeImageDescription],
]);

/** Whether a request is no turn: its texts are other people's, so that a fault in them means nothing. */
export const isTask = ({ task }: Pick<Conversation, 'task'>): boolean => TASKS.has(task);

/** The answer to such a request, or null if it is a turn. */
export const composeTask = (conversation: Conversation): string | null =>
  TASKS.get(conversation.task)?.(conversation) ?? null;
