import { SEND_TOASTS } from '#contract/chat/chat-texts.ts';
import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import type { Outgoing } from './outbox.ts';

type Refused = Pick<Outgoing, 'conversationId' | 'replaces'>;

/** Whether the conversation that a message was for is gone: it was deleted in another tab or on another device. */
export const isConversationGone = (refused: Refused | undefined, error: unknown): boolean =>
  errorCode(error) === 'NOT_FOUND' && typeof refused?.conversationId === 'string' && refused.replaces === null;

/** The messages that the server doesn't have. The first of those it refused may have been sent before. */
export const findUnsent = (refused: Outgoing[], error: unknown): Outgoing[] =>
  errorCode(error) === 'ALREADY_SENT' ? refused.slice(1) : refused;

/** Says why the server refused a message (TEXT-16, TEXT-19 to TEXT-22); undefined if it was to resume an answer. */
export function explainRefusal(error: unknown, refused?: Refused): void {
  const code = errorCode(error);
  if (isConversationGone(refused, error)) toast.error(SEND_TOASTS.conversationDeleted);
  else if (code === 'USAGE_LIMIT') toast.error({ title: USAGE_LIMIT_TITLE, text: errorText(error) });
  else if (code !== null && code !== 'INTERNAL') toastError(error);
  else toast.error(refused?.conversationId === null ? SEND_TOASTS.conversationFailed : SEND_TOASTS.usageCheckFailed);
}
