import { useCallback } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/** Offers the upgrade if the plan was the reason for a refusal. True if so: its dialog says what was refused. */
export function useOfferUpgrade({ id }: Assistant): (error: unknown) => boolean {
  const { openUpgrade } = useAccess();
  return useCallback(
    (error: unknown) => {
      const code = errorCode(error);
      if (code === 'USAGE_LIMIT') openUpgrade('usage_limit', { kind: 'messages', detail: errorText(error) });
      else if (code === 'ASSISTANT_LOCKED') openUpgrade('assistant_locked', { assistantId: id });
      else return false;
      return true;
    },
    [openUpgrade, id],
  );
}
