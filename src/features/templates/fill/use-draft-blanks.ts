import { trpc } from '#src/api/trpc.ts';
import { assistantById, canUseAssistant } from '#contract/chat/assistants.ts';
import type { FullTemplate } from '#src/domain/templates/template.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { useTemplateAccess } from '../template-access.ts';
import type { Filling } from './use-filling.ts';

/** Has the template's teammate, or Brain AI if the plan doesn't include that one, draft the open blanks. */
export function useDraftBlanks(
  { id, assistantId, blanks }: FullTemplate,
  { values, missing, guess }: Filling,
  onGuessed: () => void,
) {
  const { tier } = useTemplateAccess();
  const { openUpgrade } = useAccess();
  const utils = trpc.useUtils();
  const { idOf, renew } = useRequestId();
  const isTheirs = tier === undefined || canUseAssistant(tier, assistantId);
  const { name } = assistantById(isTheirs ? assistantId : 'brain_ai');
  const { mutate, isPending } = trpc.powerUps.templates.draftBlanks.useMutation({
    onSuccess: ({ drafts }) => {
      renew();
      void utils.usage.invalidate();
      const count = Object.keys(drafts).length;
      if (count === 0)
        toast.success({ title: `${name} knows too little to guess`, text: 'This didn’t count toward your messages.' });
      else {
        guess(drafts);
        onGuessed();
      }
    },
    onError: (error) => {
      // Without the server's answer, the message may have been counted, so that the next click is the same request.
      if (errorCode(error) !== null) renew();
      if (errorCode(error) === 'USAGE_LIMIT')
        openUpgrade('usage_limit', { kind: 'messages', detail: errorText(error) });
      else toastError(error);
    },
  });
  return {
    name,
    isPending,
    /** Days and numbers are the owner's to say. */
    canDraft: missing.some(({ kind }) => kind !== 'date' && kind !== 'number') && blanks.length > 0,
    draft: () => mutate({ id: idOf(JSON.stringify(values)), templateId: id, values }),
  };
}
export type BlankDrafting = ReturnType<typeof useDraftBlanks>;
