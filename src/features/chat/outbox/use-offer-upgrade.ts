import { useCallback } from 'react';
import type { Assistant } from '#contract/chat/assistants.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';

/** Shows the way on where a plan was the reason for a refusal. */
export function useOfferUpgrade({ name }: Assistant): (error: unknown) => void {
  const { openUpgrade } = useAccess();
  return useCallback(
    (error: unknown) => {
      const code = errorCode(error);
      if (code === 'USAGE_LIMIT') openUpgrade('usage_limit', undefined, errorText(error));
      if (code === 'ASSISTANT_LOCKED') openUpgrade('assistant_locked', name);
    },
    [openUpgrade, name],
  );
}
