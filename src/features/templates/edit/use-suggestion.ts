import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#src/api/api-client.ts';
import { EMPTY_DRAFT, toEditBlank, type EditDraft } from './edit-draft.ts';

async function suggest(messageId: string): Promise<EditDraft> {
  const { template, assistantId } = await apiClient.powerUps.templates.suggestBlanks.mutate({ messageId });
  const { title, description, category, tags, text, blanks } = template;
  return {
    ...EMPTY_DRAFT,
    title,
    description,
    category,
    assistantId,
    tags: tags.join(', '),
    ...text,
    blanks: blanks.map(toEditBlank),
    undecided: blanks.map(({ name }) => name),
  };
}

/** An answer as a template, with the blanks that are suggested for it. Asked for once: the model may answer differently. */
export function useSuggestion(messageId: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ['template-suggestion', messageId],
    queryFn: () => suggest(messageId),
    staleTime: Infinity,
    retry: false,
  });
  return { draft: data, error, retry: () => void refetch() };
}
