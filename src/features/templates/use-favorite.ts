import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';

/** Marks a template as a favorite or unmarks it: right away, and reverted if saving fails. */
export function useFavorite() {
  const utils = trpc.useUtils();
  const show = (templateId: string, isFavorite: boolean) => {
    const mark = <Template extends { id: string; isFavorite: boolean }>(template: Template): Template =>
      template.id === templateId ? { ...template, isFavorite } : template;
    utils.powerUps.templates.list.setData(
      undefined,
      (list) => list && { ...list, templates: list.templates.map(mark) },
    );
    utils.powerUps.templates.get.setData({ templateId }, (open) => open && { ...open, template: mark(open.template) });
  };
  const { mutate } = trpc.powerUps.templates.setFavorite.useMutation({
    onMutate: ({ templateId, isFavorite }) => show(templateId, isFavorite),
    onError: (error, { templateId, isFavorite }) => {
      toastError(error);
      show(templateId, !isFavorite);
    },
  });
  return (templateId: string, isFavorite: boolean) => mutate({ templateId, isFavorite });
}
