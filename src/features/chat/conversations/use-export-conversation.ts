import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText, toastError } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { saveFile } from '#src/lib/save-file.ts';
import { toast } from '#src/lib/toast.ts';
import { apiClient } from '#src/api/api-client.ts';
import { trpc, type AppRouter } from '#src/api/trpc.ts';

type ExportPart = inferRouterOutputs<AppRouter>['chat']['exportConversation'];
type ExportCursor = ExportPart['nextCursor'];

type Whole = { fileName: string; parts: string[] };

/** All parts of one export. A long conversation takes several calls. */
async function exportWhole(conversationId: string): Promise<Whole> {
  const id = randomId();
  const parts: string[] = [];
  for (let cursor: ExportCursor = null; ;) {
    const part: ExportPart = await apiClient.chat.exportConversation.mutate({ id, conversationId, cursor });
    parts.push(part.markdown);
    cursor = part.nextCursor;
    if (cursor === null) return { fileName: part.fileName, parts };
  }
}

/** Downloads a conversation as a Markdown file. It counts as one export. */
export function useExportConversation(): (conversationId: string) => void {
  const { openUpgrade } = useAccess();
  const utils = trpc.useUtils();
  const exporting = useMutation({
    mutationFn: exportWhole,
    onSuccess: ({ fileName, parts }) => {
      saveFile(fileName, parts, 'text/markdown');
      toast.success({ title: 'Conversation exported', text: fileName });
      void utils.usage.invalidate();
    },
    onError: (error) => {
      if (errorCode(error) === 'USAGE_LIMIT') openUpgrade('usage_limit', { kind: 'exports', detail: errorText(error) });
      else toastError(error);
    },
  });
  return (conversationId) => exporting.mutate(conversationId);
}
