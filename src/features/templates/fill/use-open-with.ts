import { useNavigate } from '@tanstack/react-router';
import { assistantById, canUseAssistant, type AssistantId } from '#contract/chat/assistants.ts';
import { useTemplateAccess } from '../template-access.ts';

/** Takes a text to its teammate, or to Brain AI if the plan doesn't include that one: as a draft in a new conversation. */
export function useOpenWith(assistantId: AssistantId) {
  const { tier } = useTemplateAccess();
  const navigate = useNavigate();
  const isOpen = tier === undefined || canUseAssistant(tier, assistantId);
  const { name, slug } = assistantById(isOpen ? assistantId : 'brain_ai');
  return {
    name,
    open: (ask: string) => void navigate({ to: '/dashboard/$slug', params: { slug }, search: {}, state: { ask } }),
  };
}
export type OpenWith = ReturnType<typeof useOpenWith>;
