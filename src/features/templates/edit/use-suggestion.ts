import { useQuery } from '@tanstack/react-query';
import { apiClient } from '#src/api/api-client.ts';
import { EMPTY_DRAFT, toEditBlank, type EditDraft } from './edit-draft.ts';

/** An answer as a template. `isSuggested`: blanks were suggested for it. */
type Suggestion = { draft: EditDraft; isSuggested: boolean };

async function suggest(messageId: string): Promise<Suggestion> {
  const { template, assistantId, isSuggested } = await apiClient.powerUps.templates.suggestBlanks.mutate({ messageId });
  const { title, description, category, tags, text, blanks } = template;
  const draft = {
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
  return { draft, isSuggested };
}

/** An answer as a template, with the blanks that are suggested for it. Asked for once: the model may answer differently. */
export function useSuggestion(messageId: string, isWanted: boolean) {
  const { data, error, refetch } = useQuery({
    queryKey: ['template-suggestion', messageId],
    queryFn: () => suggest(messageId),
    staleTime: Infinity,
    retry: false,
    enabled: isWanted,
  });
  return { suggestion: data, error, retry: () => void refetch() };
}
