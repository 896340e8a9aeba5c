import type { ErrorCode } from '#contract/errors.ts';
import { TOASTS } from '#contract/texts.ts';
import { lazyFailure } from '#src/api/lazy/lazy-failure.ts';
import { toast } from '#src/lib/toast.ts';

/** Refusals that trying again at once does not help against; their own sentence says what does. */
const SAYS_MORE: readonly ErrorCode[] = [
  'VISITOR_LIMIT',
  'TOO_MANY_STREAMS',
  'MODEL_BUDGET',
  'MODEL_OFF',
  'INVALID_INPUT',
];

/** Tells of failures of the chatbot: by a message (spec §8), or by the sentence that is returned. */
export function createFailureTeller(supportEmail: string) {
  let shown: string | null = null;
  const takeBack = () => {
    if (shown !== null) toast.dismiss(shown);
    shown = null;
  };
  return {
    tell: async (error: unknown): Promise<string | null> => {
      takeBack();
      const { code, text } = await lazyFailure(error);
      if (code !== null && SAYS_MORE.includes(code)) return `${text} You can also write to ${supportEmail}.`;
      shown = toast.error(TOASTS.visitorFailed);
      return null;
    },
    /** The next try is under way. */
    takeBack,
  };
}
