import { TOASTS } from '#contract/texts.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';

function save({ fileName, markdown }: { fileName: string; markdown: string }): void {
  const address = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves a conversation as a file of Markdown. It counts as one export. */
export function useExportConversation(): (conversationId: string) => void {
  const { openUpgrade } = useAccess();
  const utils = trpc.useUtils();
  const exporting = trpc.chat.exportConversation.useMutation({
    onSuccess: (page) => {
      save(page);
      toast.success({ title: 'Conversation exported', text: page.fileName });
      void utils.usage.invalidate();
    },
    onError: (error) => {
      if (errorCode(error) === 'USAGE_LIMIT') openUpgrade('usage_limit', undefined, errorText(error));
      else toast.error({ ...TOASTS.error, text: errorText(error) });
    },
  });
  return (conversationId) => exporting.mutate({ id: randomId(), conversationId });
}
