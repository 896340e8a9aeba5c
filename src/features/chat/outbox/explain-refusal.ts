import { SEND_TOASTS } from '#contract/chat/chat-texts.ts';
import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';

/** Says why the server refused a message (TEXT-16, TEXT-19 to TEXT-22). */
export function explainRefusal(error: unknown, isNewConversation: boolean): void {
  const code = errorCode(error);
  if (code === 'USAGE_LIMIT') toast.error({ title: USAGE_LIMIT_TITLE, text: errorText(error) });
  else if (code !== null && code !== 'INTERNAL') toastError(error);
  else toast.error(isNewConversation ? SEND_TOASTS.conversationFailed : SEND_TOASTS.usageCheckFailed);
}
