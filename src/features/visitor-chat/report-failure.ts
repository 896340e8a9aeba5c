import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { toast } from '#src/lib/toast.ts';

/** Refusals that an immediate retry doesn't fix; their own sentence says what does. */
const SAYS_MORE: readonly ErrorCode[] = [
  'VISITOR_LIMIT',
  'TOO_MANY_STREAMS',
  'MODEL_BUDGET',
  'MODEL_OFF',
  'INVALID_INPUT',
];

/** Reports a failure of the chatbot: with a toast (VISITOR-7), or with the sentence it returns. */
export function createFailureReporter(supportEmail: string) {
  let shown: string | null = null;
  const takeBack = () => {
    if (shown !== null) toast.dismiss(shown);
    shown = null;
  };
  return {
    report: async (error: unknown): Promise<string | null> => {
      takeBack();
      const { code, text } = await lazyFailure(error);
      if (code !== null && SAYS_MORE.includes(code)) return `${text} You can also write to ${supportEmail}.`;
      shown = toast.error(TOASTS.visitorFailed);
      return null;
    },
    /** A new attempt has started. */
    takeBack,
  };
}
