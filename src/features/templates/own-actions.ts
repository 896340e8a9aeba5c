import { useNavigate } from '@tanstack/react-router';
import { UNDO_MS } from '#contract/chat/chat.ts';
import { trpc } from '#src/api/trpc.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';
import { useDownload } from './use-download.ts';

/** What a person can do with a template apart from using it. Deleting leaves its page, which would be empty. */
export function useOwnActions({ id, title }: Pick<TemplateSummary, 'id' | 'title'>) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const download = useDownload();
  const refresh = () => void utils.powerUps.templates.invalidate();
  const saves = { onError: toastError, onSettled: refresh };
  const restoring = trpc.powerUps.templates.restore.useMutation(saves);
  const removing = trpc.powerUps.templates.remove.useMutation({
    ...saves,
    onSuccess: () => {
      utils.powerUps.templates.list.setData(
        undefined,
        (list) => list && { ...list, templates: list.templates.filter((template) => template.id !== id) },
      );
      toast.success({
        title: 'Template deleted',
        text: title,
        action: { label: 'Undo', onClick: () => restoring.mutate({ templateId: id }) },
        lifeMs: UNDO_MS,
      });
    },
  });
  const duplicating = trpc.powerUps.templates.duplicate.useMutation({
    ...saves,
    onSuccess: (_copy, { id: copyId }) => {
      toast.success({ title: 'Copied to your templates', text: 'It’s yours to change.' });
      void navigate({
        to: '/dashboard/power-ups/templates/$templateId',
        params: { templateId: copyId },
        search: { edit: 'yes' },
      });
    },
  });
  return {
    isBusy: duplicating.isPending || removing.isPending,
    duplicate: () => duplicating.mutate({ id: randomId(), templateId: id }),
    download: () => download({ templateId: id }),
    remove: () => removing.mutate({ templateId: id }),
  };
}
