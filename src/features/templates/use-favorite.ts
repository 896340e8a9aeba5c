import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#src/api/trpc.ts';
import type { OpenTemplate } from '#src/domain/templates/template.ts';
import { toastError } from '#src/lib/app-error.ts';

type Marked = { id: string; isFavorite: boolean };

const mark = <Template extends Marked>(template: Template, { id, isFavorite }: Marked): Template =>
  template.id === id ? { ...template, isFavorite } : template;

/** An open template with the mark of one, which may also be among those that go well with it. */
export const withFavorite = <Open extends { template: Marked; related: Marked[] }>(
  open: Open,
  marked: Marked,
): Open => ({
  ...open,
  template: mark(open.template, marked),
  related: open.related.map((template) => mark(template, marked)),
});

/** Marks a template as a favorite or unmarks it: right away, and reverted if saving fails. */
export function useFavorite() {
  const utils = trpc.useUtils();
  const client = useQueryClient();
  const show = (id: string, isFavorite: boolean) => {
    const marked = { id, isFavorite };
    utils.powerUps.templates.list.setData(
      undefined,
      (list) => list && { ...list, templates: list.templates.map((template) => mark(template, marked)) },
    );
    client.setQueriesData<OpenTemplate>(
      { queryKey: getQueryKey(trpc.powerUps.templates.get) },
      (open) => open && withFavorite(open, marked),
    );
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
