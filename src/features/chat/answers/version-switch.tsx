import { ChevronLeft, ChevronRight } from 'lucide-react';
import { apiClient } from '#src/api/api-client.ts';
import { toastError } from '#src/lib/app-error.ts';
import { trpc } from '#src/api/trpc.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useExchange } from '../thread/exchange-context.ts';
import { mergePage } from '../thread/merge-pages.ts';

type VersionSwitchProps = { conversationId: string; answerId: string; versions: string[] };

/** Switches between the versions of an exchange. The teammate knows the one that is shown. */
export function VersionSwitch({ conversationId, answerId, versions }: VersionSwitchProps) {
  const utils = trpc.useUtils();
  const { isBusy } = useExchange();
  const { mutate, isPending } = trpc.chat.showVersion.useMutation({
    onSuccess: async (_done, { messageId }) => {
      // The exchange may be on a page that is not read again.
      const page = await apiClient.chat.messages.query({ conversationId, place: { side: 'around', messageId } });
      utils.chat.messages.setQueriesData({ conversationId }, {}, (shown) => shown && (mergePage(shown, page) ?? shown));
      void utils.chat.hits.invalidate({ conversationId });
    },
    onError: toastError,
  });
  const at = versions.indexOf(answerId);
  const [before, after] = [versions[at - 1], versions[at + 1]];
  const show = (messageId: string | undefined) => messageId !== undefined && mutate({ messageId });
  const isDisabled = isBusy || isPending;
  return (
    <div className="versions" role="group" aria-label="Versions">
      <IconButton label="Previous version" disabled={isDisabled || !before} onClick={() => show(before)}>
        <ChevronLeft className="icon sm" aria-hidden="true" />
      </IconButton>
      <span
        className="num"
        aria-label={`Version ${at + 1} of ${versions.length}`}
        role="img"
      >{`${at + 1}/${versions.length}`}</span>
      <IconButton label="Next version" disabled={isDisabled || !after} onClick={() => show(after)}>
        <ChevronRight className="icon sm" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
