import { useEffect } from 'react';
import { useShowVersion } from '../answers/use-show-version.ts';
import { LINKED_PX } from './use-opening.ts';

type LinkedVersionProps = { conversationId: string; messageId: string };

/** Switches once to the version with the message a link points to. If that fails, the current one stays. */
export function LinkedVersion({ conversationId, messageId }: LinkedVersionProps) {
  const { mutate } = useShowVersion(conversationId, () => ({
    messageId,
    offset: LINKED_PX,
    isLinked: true,
    isChosen: true,
  }));
  useEffect(() => mutate({ conversationId, messageId }), [mutate, conversationId, messageId]);
  return null;
}
