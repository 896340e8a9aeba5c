import type { AssistantId } from '#contract/chat/assistants.ts';
import type { OwnTemplate } from '#contract/templates/templates.ts';
import { trpc } from '#src/api/trpc.ts';
import { useRequestId } from '#src/domain/brain/use-request-id.ts';
import { toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';

/** The template that is edited, as it was when editing began. */
export type EditedTemplate = { id: string; version: number };
type Place = { folder: string; assistantId: AssistantId | undefined };

/** Saves a template, as a new one or in place of what was edited. */
export function useSaveTemplate(edited: EditedTemplate | null) {
  const utils = trpc.useUtils();
  const { idOf } = useRequestId();
  const options = { onError: toastError };
  const create = trpc.powerUps.templates.create.useMutation(options);
  const update = trpc.powerUps.templates.update.useMutation(options);
  return {
    isPending: create.isPending || update.isPending,
    save: (template: OwnTemplate, place: Place, onSaved: (templateId: string) => void): void => {
      const onSuccess = ({ id }: { id: string }) => {
        onSaved(id);
        toast.success({ title: 'Template saved' });
        void utils.powerUps.templates.invalidate();
      };
      if (edited) update.mutate({ templateId: edited.id, version: edited.version, template, ...place }, { onSuccess });
      else create.mutate({ id: idOf(JSON.stringify([template, place])), template, ...place }, { onSuccess });
    },
  };
}
