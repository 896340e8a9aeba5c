import type { Conversation } from '../chat-request.ts';
import { composeImageDescription, isImageRequest } from './describe-image.ts';
import { composeDraft, isDraftRequest } from './draft-automation.ts';
import { composeFacts, isLearningRequest } from './extract-facts.ts';
import { composeTemplate, isTemplateRequest } from './suggest-blanks.ts';
import { composeSummary, isSummaryRequest } from './summarize.ts';

/** Whether a request is no turn: its texts are other people's, so that a fault in them means nothing. */
export const isTask = (conversation: Conversation): boolean =>
  isLearningRequest(conversation) ||
  isSummaryRequest(conversation) ||
  isTemplateRequest(conversation) ||
  isDraftRequest(conversation) ||
  isImageRequest(conversation);

/** The answer to such a request, or null if it is a turn. */
export const composeTask = (conversation: Conversation): string | null =>
  composeFacts(conversation) ??
  composeSummary(conversation) ??
  composeTemplate(conversation) ??
  composeDraft(conversation) ??
  composeImageDescription(conversation);
